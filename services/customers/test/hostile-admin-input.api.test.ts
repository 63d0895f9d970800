import { cases, describeHostileAdminInput } from '@svc/testing-services';
import { adminRoutes } from '../src/http/admin-routes';
import type { CustomersUseCases } from '../src/use-cases';
import { testService, type TestService } from './service';

const { email, inQuery, oneOf, optional, orBlank, phone, reference, required, text } = cases;

const aRequest = () => ({
  source: 'booking',
  contact_name: 'Grace Hopper',
  contact_email: 'grace@example.com',
  contact_phone: '+12125550100',
  description: 'The unit is loud.',
});

const ofCustomer = async (service: TestService) => ({ id: await service.givenCustomer() });
const ofLocation = async (service: TestService) => ({
  id: await service.givenLocation(await service.givenCustomer()),
});
const ofRemoved = async (service: TestService) => {
  const { id } = await ofCustomer(service);
  await service.givenRemoved(id);
  return { id };
};
const ofRequest = async ({ admin }: TestService) => {
  const { body } = await admin.post<{ data: { service_request_id: number } }>(
    '/admin/service-requests',
    aRequest(),
  );
  return { id: body.data.service_request_id };
};

describeHostileAdminInput<TestService>({
  start: testService,
  routers: [adminRoutes({} as CustomersUseCases)],
  others: ['PUT /customers', 'PUT /customers/batch'],
  rows: {
    'GET /customers': { query: { search: inQuery.text(), removed: inQuery.oneOf(['0', '1']) } },
    'GET /customers/:id': { parts: ofCustomer },
    'GET /customers/:id/history': { parts: ofCustomer },
    'GET /customers/:id/locations': { parts: ofCustomer, query: { search: inQuery.text() } },
    'GET /locations/:id': { parts: ofLocation },
    'POST /customers/:id/delete': { parts: ofCustomer },
    'POST /customers/:id/restore': { parts: ofRemoved },
    'GET /service-requests': {
      query: { status: inQuery.oneOf(['New', 'Job created', 'Declined']) },
    },
    'POST /service-requests': {
      body: aRequest,
      fields: {
        source: required(oneOf(['portal', 'booking'])),
        customer_id: optional(reference()),
        contact_name: required(text()),
        contact_email: optional(orBlank(email())),
        contact_phone: optional(orBlank(phone())),
        description: required(text({ max: 10_000 })),
      },
    },
    'GET /service-requests/:id': { parts: ofRequest },
    'POST /service-requests/:id/job': {
      parts: ofRequest,
      body: () => ({ job_id: 7 }),
      fields: { job_id: required(cases.skippedReference()) },
    },
    'POST /service-requests/:id/decline': { parts: ofRequest },
  },
});
