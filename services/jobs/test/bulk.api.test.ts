import { BULK_HEADER, INTERNAL_READS, JOBS } from '@svc/contracts';
import { createRun, deleteDoneOperations } from '@svc/database';
import { expectWaitingForLocks } from '@svc/testing';
import { describeBulks, itHoldsNoConnection } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { DESCRIPTION, testService, type TestService } from './service';

describeBulks({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  create: (service, companyId) => ({
    method: 'POST',
    body: {
      job_title: 'Fix the unit',
      job_description: DESCRIPTION,
      customer_location_id: service.givenLocation({}, companyId),
      asset_ids: [service.givenAsset({}, companyId)],
    },
  }),
  idOf: ({ data }) => Number(data?.['job_id']),
  change: (id, n) => ({ method: 'PUT', id, body: { job_title: `Fix unit ${n}` } }),
  others: (_, id) => [{ method: 'PATCH', id, body: { job_status: 'Assigned' } }],
  readingScopes: ['jobs:read'],
});

itHoldsNoConnection('the owner of a location', JOBS, async () => {
  const service = await testService();
  const letGo = service.owners.hold();
  return {
    service,
    creation: async (companyId) => ({
      query: '',
      body: {
        job_title: 'Fix the unit',
        job_description: DESCRIPTION,
        customer_location_id: service.givenLocation({}, companyId),
      },
    }),
    asked: () => service.owners.requests.length,
    letGo,
  };
});

describe('what was done under an Idempotency-Key', () => {
  it('is forgotten after a day', async () => {
    const service = await testService();
    const body = { job_description: DESCRIPTION, customer_location_id: service.givenLocation() };
    const operations = [{ method: 'POST', body: { ...body, job_title: 'Fix the unit' } }];
    const address = '/api/v1/jobs?action=bulk';
    const create = async (name: string) => {
      const headers = { [BULK_HEADER]: name };
      const answer = await service.api.send('POST', address, { operations }, headers);
      return JSON.stringify(answer.body);
    };
    const first = await create('old');
    const age = (hours: number) =>
      service.db.query(
        `update done_operations set done_at = now() - interval '${hours} hours' where bulk = 'old'`,
      );

    await age(23);
    expect(await create('old')).toBe(first);
    await age(25);
    expect(await create('old')).not.toBe(first);

    await create('new');
    await age(25);
    expect(await createRun(service.db)(deleteDoneOperations)).toEqual([{ deleted: 1 }]);
    expect(await service.db.query('select bulk from done_operations')).toEqual([{ bulk: 'new' }]);
    await service.close();
  });
});

describe('creations under an Idempotency-Key', () => {
  const address = '/api/v1/jobs?action=bulk';
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  const send = async (name: string, bodies: readonly object[]): Promise<number[]> => {
    const operations = bodies.map((body) => ({ method: 'POST', body }));
    const { body } = await service.api.send<{ data: readonly { status: number }[] }>(
      'POST',
      address,
      { operations },
      { [BULK_HEADER]: name },
    );
    return body.data.map(({ status }) => status);
  };
  const aJob = (): object => ({
    job_title: 'Fix the unit',
    job_description: DESCRIPTION,
    customer_location_id: service.givenLocation(),
    asset_ids: [service.givenAsset()],
  });

  it('are done once each, with links and events', async () => {
    const bodies = Array.from({ length: 20 }, aJob);
    await send('once', bodies.slice(0, 5));
    await service.db.query('delete from job_assets');
    await service.announced();

    expect(await send('once', bodies)).toEqual(bodies.map(() => 201));

    expect(await service.db.query('select from jobs')).toHaveLength(20);
    expect(await service.db.query('select from job_assets')).toHaveLength(15);
    expect((await service.announced()).map(({ type }) => type)).toEqual(
      Array.from({ length: 15 }, () => 'job.created'),
    );
  });

  it('ask owners once for what they do not have, and go on to know what they do', async () => {
    const known = aJob();
    const absent = (id: number): object => ({ ...aJob(), customer_location_id: id });
    const before = service.owners.requests.length;
    const bodies = [known, ...[1, 2, 1, 2, 1, 2].map((id) => absent(900_000 + id))];

    const { body } = await service.api.send<{ data: readonly { body: object }[] }>(
      'POST',
      address,
      { operations: bodies.map((each) => ({ method: 'POST', body: each })) },
      { [BULK_HEADER]: 'absent' },
    );

    const message = 'customer_location_id is not a location of the company.';
    expect(body.data.map((answer) => answer.body)).toEqual([
      expect.objectContaining({ success: true }),
      ...Array.from({ length: 6 }, () =>
        expect.objectContaining({
          error: 'validation_failed',
          errors: [{ field: 'customer_location_id', message }],
        }),
      ),
    ]);
    const asked = service.owners.requests.slice(before).map(({ url }) => url);
    expect(asked.filter((url) => /[=,]90000[12]\b/.test(url))).toHaveLength(1);
    expect(await send('absent again', bodies)).toEqual([201, ...Array<number>(6).fill(400)]);
    expect(service.owners.requests.slice(before).map(({ url }) => url).length).toBeGreaterThan(
      asked.length,
    );
  });

  it('ask once for many assets, none of which there are', async () => {
    const before = service.owners.requests.length;
    const bodies = Array.from({ length: 100 }, (_, operation) => ({
      ...aJob(),
      customer_location_id: 900_100,
      asset_ids: Array.from({ length: 190 }, (_id, at) => 1_000_000 + 190 * operation + at),
    }));
    const operations = bodies.map((body) => ({ method: 'POST', body }));

    const keys: readonly Record<string, string>[] = [{}, { [BULK_HEADER]: 'many assets' }];
    for (const headers of keys) {
      const { body } = await service.api.send<{ data: readonly { status: number }[] }>(
        'POST',
        address,
        { operations },
        headers,
      );
      expect(body.data.map(({ status }) => status)).toEqual(bodies.map(() => 400));
    }

    const asked = service.owners.requests.slice(before).map(({ url }) => url.split('?')[0]);
    const [location, assets] = [INTERNAL_READS.locations, INTERNAL_READS.assets];
    expect(asked.toSorted()).toEqual([assets, assets, location, location]);
  });

  it('are refused an external id that another one takes in the same moment', async () => {
    const bodies = [1, 1, 2].map((id) => ({ ...aJob(), external_id: `ERP-${id}` }));

    const statuses = await send('identified', bodies);

    expect(statuses.toSorted()).toEqual([201, 201, 409]);
    expect(await send('identified', bodies)).toEqual(statuses);
  });
});

describe('operations under an Idempotency-Key that would be refused by now', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.close());

  async function send(name: string, operations: readonly object[]) {
    const { body } = await service.api.send<{ data: readonly { status: number; body: unknown }[] }>(
      'POST',
      '/api/v1/jobs?action=bulk',
      { operations },
      { [BULK_HEADER]: name },
    );
    return { statuses: body.data.map(({ status }) => status), answers: body.data };
  }

  const job = (customer_location_id: number): object => ({
    job_title: 'Fix the unit',
    job_description: DESCRIPTION,
    customer_location_id,
  });

  it('are answered as they were when they were done', async () => {
    const location = service.givenLocation();
    const operations = [
      { method: 'POST', body: job(location) },
      { method: 'PATCH', id: await service.givenJob(), body: { job_status: 'Assigned' } },
    ];
    const { statuses, answers } = await send('done', operations);
    expect(statuses).toEqual([201, 200]);
    await service.db.query('update customer_names set deleted = true');
    expect((await send('not done', operations)).statuses).toEqual([400, 400]);

    expect((await send('done', operations)).answers).toEqual(answers);
    await service.db.query('update customer_names set deleted = false');
  });

  it('wait for whoever is doing them', async () => {
    const location = service.givenLocation();
    const operations = [{ method: 'POST', body: job(location) }];
    const { answers } = await send('model', operations);
    await service.db.query('update customer_names set deleted = true');
    const other = service.db.createQueryRunner();
    await other.startTransaction();
    await other.query(
      `insert into done_operations (company_id, bulk, place, response)
       select company_id, 'under way', place, response from done_operations where bulk = 'model'`,
    );

    const sent = send('under way', operations);
    await expectWaitingForLocks(service.db, 1);
    await other.commitTransaction();
    await other.release();

    expect((await sent).answers).toEqual(answers);
  });
});
