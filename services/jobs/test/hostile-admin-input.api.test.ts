import { cases, describeHostileAdminInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import { invoiceRoutes } from '../src/http/invoice-routes';
import type { JobsUseCases } from '../src/use-cases';
import { PRIORITIES, RELATIONSHIPS, STATUSES, aBody } from './job-inputs';
import { testService, type TestService } from './service';

const { array, inQuery, integer, objectArray, oneOf, optional, optionalText, reference } = cases;
const { required, skippedReference, text, timestamp, updatable } = cases;

const SKILL = { skill_name: 'HVAC', skill_level: 4 };
const PART = { item_id: 1, location_id: 1, quantity: 1 };
const MAX_REQUIREMENTS = 200;
const MAX_CENTS = 999_999_999;

const noId = () =>
  cases.cases(
    [],
    skippedReference().refused.map(({ value }) => value),
  );

const ofJob = async (service: TestService) => ({ id: await service.givenJob() });
const ofDeleted = async (service: TestService) => {
  const { id } = await ofJob(service);
  await service.admin.post(`/admin/jobs/${id}/delete`);
  return { id };
};
let requests = 0;
const ofRequest = () => ({ id: (requests += 1) });
const ofRequestWithJob = async (service: TestService) => {
  const { id } = ofRequest();
  await service.admin.post(`/admin/service-requests/${id}/job`, aBody(service));
  return { id };
};
const ofInvoice = async (service: TestService) => {
  const { id } = await ofJob(service);
  const { body } = await service.admin.post<{ data: { invoice_id: number } }>(
    `/admin/jobs/${id}/invoices`,
    { total_cents: MAX_CENTS },
  );
  return { id: body.data.invoice_id };
};

describeHostileAdminInput<TestService>({
  start: testService,
  routers: [adminRoutes({} as JobsUseCases), invoiceRoutes({} as JobsUseCases)],
  others: ['PUT /jobs', 'PUT /jobs/batch', 'POST /projections/rebuild'],
  rows: {
    'GET /jobs': {
      query: {
        status: inQuery.oneOf(STATUSES),
        priority: inQuery.oneOf(PRIORITIES),
        assigned_technician_id: inQuery.id(),
        customer_id: inQuery.id(),
        deleted: inQuery.flag(),
        open: inQuery.flag(),
        unassigned: inQuery.flag(),
        scheduled_from: inQuery.timestamp(),
        scheduled_to: inQuery.timestamp(),
        worklist: inQuery.oneOf(['unscheduled', 'today', 'late', 'to_invoice']),
        search: inQuery.text(),
        sort: inQuery.oneOf(['scheduled_start', '-scheduled_start', '-job_priority', 'updated_at']),
      },
    },
    'GET /jobs/:id/history': { parts: ofJob },
    'GET /jobs/:id': { parts: ofJob },
    'PUT /jobs/:id/requirements': {
      parts: ofJob,
      body: () => ({ required_skills: [SKILL], required_parts: [PART], expected_version: 1 }),
      fields: {
        required_skills: updatable(
          objectArray(
            SKILL,
            { skill_name: required(text()), skill_level: required(integer(1, 5)) },
            MAX_REQUIREMENTS,
          ),
        ),
        required_parts: updatable(
          objectArray(
            PART,
            {
              item_id: required(noId()),
              location_id: required(noId()),
              quantity: required(integer(1)),
            },
            MAX_REQUIREMENTS,
          ),
        ),
        expected_version: updatable(cases.cases([1], ['1', '', true, [], {}, 1.5])),
      },
    },
    'PUT /jobs/:id/schedule': {
      parts: ofJob,
      body: (service: TestService) => ({
        assigned_technician_id: service.givenTechnician(),
        job_status: 'Assigned',
        expected_version: 1,
      }),
      fields: {
        assigned_technician_id: optional(reference()),
        scheduled_start: optional(timestamp()),
        scheduled_end: optional(timestamp()),
        job_status: updatable(oneOf(['Pending', 'Assigned'])),
        expected_version: updatable(cases.cases([1], ['1', '', true, [], {}, 1.5])),
      },
    },
    'POST /jobs/:id/delete': { parts: ofJob },
    'POST /jobs/:id/restore': { parts: ofDeleted },
    'GET /schedule': {
      query: {
        from: inQuery.required(inQuery.calendarDate()),
        days: inQuery.required(cases.cases(['1', '7'], ['', 'x', '0', '8', '01', '1.5', '-1'])),
      },
    },
    'GET /technicians/:id/jobs': {
      parts: async ({ givenTechnician }) => ({ id: givenTechnician() }),
      noRecord: 'accepted',
      query: {
        from: inQuery.required(inQuery.calendarDate()),
        days: inQuery.required(cases.cases(['1', '14'], ['', 'x', '0', '15', '01', '1.5', '-1'])),
      },
    },
    'GET /technicians/:id/calendar': {
      parts: async ({ givenTechnician }) => ({ id: givenTechnician() }),
      noRecord: 'accepted',
    },
    'GET /service-requests/:id/job': { parts: ofRequestWithJob },
    'POST /service-requests/:id/job': {
      parts: ofRequest,
      // The job is created before its service request is told, which rejects an unknown id.
      noRecord: 'accepted',
      body: aBody,
      fields: {
        job_title: required(text()),
        job_description: required(text({ min: 30, max: 10_000 })),
        customer_location_id: required(reference()),
        job_priority: optional(oneOf(PRIORITIES)),
        assigned_technician_id: optional(reference()),
        scheduled_start: optional(timestamp()),
        scheduled_end: optional(timestamp()),
        asset_ids: optional(array(skippedReference())),
        asset_relationship_type: optional(oneOf(RELATIONSHIPS)),
        external_id: optionalText(),
      },
    },
    'POST /jobs/:id/invoices': {
      parts: ofJob,
      body: () => ({ total_cents: 12_345, currency: 'EUR' }),
      fields: {
        total_cents: required(integer(1, MAX_CENTS)),
        currency: updatable(
          cases.cases(['USD', ' EUR '], ['', '  ', 'usd', 'EURO', 'U$D', 5, true, [], {}]),
        ),
        idempotency_key: updatable(text()),
      },
    },
    'GET /jobs/:id/invoices': { parts: ofJob },
    'GET /invoices/:id': { parts: ofInvoice },
    'POST /invoices/:id/payments': {
      parts: ofInvoice,
      body: () => ({ amount_cents: 1, reference: 'Cheque 7' }),
      fields: {
        amount_cents: required(integer(1, MAX_CENTS)),
        reference: optionalText(),
        idempotency_key: updatable(text()),
      },
    },
  },
});
