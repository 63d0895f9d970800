import { BULK_HEADER, JOBS } from '@svc/contracts';
import { deleteDoneOperations, runOn } from '@svc/database';
import { describeBulks } from '@svc/testing-services';
import { jobsDocumentation } from '../src/http/documentation';
import { DESCRIPTION, testService, type TestService } from './service';

describeBulks({
  contract: JOBS,
  documentation: jobsDocumentation,
  start: testService,
  create: (service) => ({
    method: 'POST',
    body: {
      job_title: 'Fix the unit',
      job_description: DESCRIPTION,
      customer_location_id: service.givenLocation(),
      asset_ids: [service.givenAsset()],
    },
  }),
  idOf: ({ data }) => Number(data?.['job_id']),
  change: (id, n) => ({ method: 'PUT', id, body: { job_title: `Fix unit ${n}` } }),
  others: (_, id) => [{ method: 'PATCH', id, body: { job_status: 'Assigned' } }],
  readingScopes: ['jobs:read'],
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
    expect(await runOn(service.db)(deleteDoneOperations)).toEqual([{ deleted: 1 }]);
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

  it('share statements, and each of them is done once', async () => {
    const bodies = Array.from({ length: 20 }, aJob);
    await send('shared', bodies.slice(0, 5));
    await service.db.query('delete from job_assets');
    await service.announced();

    expect(await send('shared', bodies)).toEqual(bodies.map(() => 201));

    const [{ jobs, transactions }] = await service.db.query<
      [{ jobs: number; transactions: number }]
    >('select count(*)::int as jobs, count(distinct xmin::text)::int as transactions from jobs');
    expect(jobs).toBe(20);
    expect(transactions).toBeLessThan(15);
    expect(await service.db.query('select from job_assets')).toHaveLength(15);
    expect((await service.announced()).map(({ type }) => type)).toEqual(
      Array.from({ length: 15 }, () => 'job.created'),
    );
  });

  it('ask owners once for what they do not have, and go on to know what they do', async () => {
    const known = aJob();
    const absent = (id: number): object => ({ ...aJob(), customer_location_id: id });
    const before = service.owners.asked.length;
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
    const asked = service.owners.asked.slice(before).map(({ url }) => url);
    expect(asked.filter((url) => /[=,]90000[12]\b/.test(url))).toHaveLength(1);
    expect(await send('absent again', bodies)).toEqual([201, ...Array<number>(6).fill(400)]);
    expect(service.owners.asked.slice(before).map(({ url }) => url).length).toBeGreaterThan(
      asked.length,
    );
  });

  it('are refused an external id that another one takes in the same moment', async () => {
    const bodies = [1, 1, 2].map((id) => ({ ...aJob(), external_id: `ERP-${id}` }));

    const statuses = await send('identified', bodies);

    expect(statuses.toSorted()).toEqual([201, 201, 409]);
    expect(await send('identified', bodies)).toEqual(statuses);
  });
});
