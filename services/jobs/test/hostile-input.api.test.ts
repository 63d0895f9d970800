import { JOB_PARTS, JOBS } from '@svc/contracts';
import {
  bulkInput,
  cases,
  describeHostileInput,
  upsertInput,
  type OperationInput,
} from '@svc/testing-services';
import fc from 'fast-check';
import { jobsDocumentation } from '../src/http/documentation';
import { PRIORITIES, RELATIONSHIPS, STATUSES, aBody } from './job-inputs';
import { testService, type TestService } from './service';

const {
  array,
  inQuery,
  oneOf,
  optional,
  optionalText,
  reference,
  required,
  text,
  timestamp,
  updatable,
} = cases;

const aJob = async (service: TestService) => ({ id: await service.givenJob() });

const description = () => text({ min: 30, max: 10_000 });
const assets = () => array(cases.skippedReference());

const createJob = (): OperationInput<TestService> => ({
  body: aBody,
  fields: {
    job_title: required(text()),
    job_description: required(description()),
    customer_location_id: required(reference()),
    job_priority: optional(oneOf(PRIORITIES)),
    assigned_technician_id: optional(reference()),
    scheduled_start: optional(timestamp()),
    scheduled_end: optional(timestamp()),
    asset_ids: optional(assets()),
    asset_relationship_type: optional(oneOf(RELATIONSHIPS)),
    external_id: optionalText(),
  },
});

describeHostileInput({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  operations: {
    listJobs: {
      query: {
        ids: inQuery.ids(),
        status: cases.more(
          inQuery.oneOf(STATUSES),
          ['Pending,On Hold'],
          [',', 'Pending,', 'Pending,Done'],
        ),
        priority: inQuery.oneOf(PRIORITIES),
        assigned_technician_id: inQuery.id(),
        unassigned: inQuery.flag(),
        customer_location_id: inQuery.id(),
        customer_id: inQuery.id(),
        asset_id: inQuery.id(),
        scheduled_from: inQuery.timestamp(),
        scheduled_to: inQuery.timestamp(),
        search: inQuery.text(),
        sort: inQuery.oneOf(['scheduled_start']),
        external_id: inQuery.text(),
        created_after: inQuery.timestamp(),
        created_before: inQuery.timestamp(),
      },
    },
    getJob: { ids: aJob },
    createJob: createJob(),
    upsertJob: upsertInput(createJob()),
    updateJob: {
      ids: aJob,
      body: aBody,
      fields: {
        job_title: updatable(text()),
        job_description: updatable(description()),
        customer_location_id: updatable(reference()),
        job_priority: updatable(oneOf(PRIORITIES)),
        assigned_technician_id: optional(reference()),
        scheduled_start: optional(timestamp()),
        scheduled_end: optional(timestamp()),
        asset_ids: updatable(assets()),
        external_id: optionalText(),
        asset_relationship_type: updatable(oneOf(RELATIONSHIPS)),
        job_status: updatable(oneOf(STATUSES, ['Pending'])),
        expected_version: updatable(cases.cases([1], ['1', '', true, [], {}, 1.5])),
      },
    },
    changeJobStatus: {
      ids: aJob,
      body: () => ({ job_status: 'Assigned' }),
      fields: { job_status: required(oneOf(STATUSES, ['Assigned', 'Cancelled'])) },
    },
    listJobHistory: { ids: aJob },
    bulkJobs: bulkInput((service: TestService) => ({ method: 'POST', body: aBody(service) })),
  },
  operator: [
    { method: 'PUT', path: '/admin/jobs', body: aBody },
    {
      asker: ({ internal }) => internal,
      method: 'PUT',
      path: JOB_PARTS,
      body: async (service) => ({
        job_id: await service.givenJob(),
        item_id: 1,
        location_id: 1,
        quantity: 1,
      }),
    },
  ],
});

describe('a job that was read', () => {
  let service: TestService;
  let job: number;

  beforeAll(async () => {
    service = await testService();
    job = await service.givenJob();
  });
  afterAll(() => service.close());

  it('stays as it is when it is sent back', async () => {
    const timestamps = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
    await fc.assert(
      fc.asyncProperty(timestamps, fc.string({ minLength: 30 }), async (start, written) => {
        const { status } = await service.api.put(`/api/v1/jobs?id=${job}`, {
          scheduled_start: start,
          scheduled_end: null,
          job_description: written,
        });
        fc.pre(status === 200);
        const read = await service.api.get<{ data: object }>(`/api/v1/jobs?id=${job}`);

        await service.api.put(`/api/v1/jobs?id=${job}`, read.body.data);

        expect(await service.api.get(`/api/v1/jobs?id=${job}`)).toMatchObject({
          body: { data: read.body.data },
        });
      }),
      { numRuns: 40 },
    );
  });
});
