import type { JobStatus } from '@svc/contracts';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.announced());

const CUSTOMER = 900;

const givenLocationOf = (customerId: number, companyId = 1): number =>
  service.givenLocation({ customer_id: customerId, customer_name: 'Cotton Mill' }, companyId);

describe('GET /admin/jobs?customer_id', () => {
  const list = (customer: number, query = '', companyId = 1) =>
    service.admin
      .as({ companyId })
      .get<{ data: readonly { job_id: number }[]; pagination: object }>(
        `/admin/jobs?customer_id=${customer}${query}`,
      );

  it('shows the jobs at all locations of the customer, newest first, page by page', async () => {
    const [main, annexe] = [givenLocationOf(CUSTOMER), givenLocationOf(CUSTOMER)];
    const first = await service.givenJob({ customer_location_id: main });
    const second = await service.givenJob({ customer_location_id: annexe });
    const deleted = await service.givenJob({ customer_location_id: main });
    await service.admin.post(`/admin/jobs/${deleted}/delete`);
    await service.givenJob();

    const { body } = await list(CUSTOMER, '&per_page=25');

    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2, total_pages: 1 });
    expect(body.data).toEqual([
      expect.objectContaining({ job_id: second, customer_location_id: annexe }),
      expect.objectContaining({ job_id: first, customer_name: 'Cotton Mill' }),
    ]);
    expect((await list(CUSTOMER, '&per_page=1&page=2')).body.data).toMatchObject([
      { job_id: first },
    ]);
  });

  it('shows the open ones apart from the closed ones', async () => {
    const place = givenLocationOf(903);
    const job = (status: JobStatus) =>
      service.givenJob({ customer_location_id: place, job_status: status });
    const waiting = await job('On Hold');
    const done = await job('Completed');
    const pending = await job('Pending');
    const cancelled = await job('Cancelled');
    const ids = async (query: string) =>
      (await list(903, query)).body.data.map(({ job_id }) => job_id);

    expect(await ids('&open=true')).toEqual([pending, waiting]);
    expect(await ids('&open=false')).toEqual([cancelled, done]);
  });

  it("shows none of another company's, nor of a customer that is not known here", async () => {
    await service.givenJob({ customer_location_id: givenLocationOf(901, 2) }, 2);

    expect((await list(901)).body.data).toEqual([]);
    expect((await list(999_999)).body.data).toEqual([]);
    expect((await list(901, '', 2)).body.data).toHaveLength(1);
  });
});

describe('the job of a service request', () => {
  interface Requested {
    readonly job_id: number;
    readonly outcome: string;
  }

  const path = (request: number) => `/admin/service-requests/${request}/job`;
  const create = (request: number, body: object, companyId = 1) =>
    service.admin.as({ companyId }).post<{ data: Requested }>(path(request), body);
  const find = (request: number) => service.admin.get<{ data: object }>(path(request));

  const aJob = (overrides: object = {}) => ({
    job_title: 'The unit is loud',
    job_description: DESCRIPTION,
    customer_location_id: givenLocationOf(CUSTOMER),
    ...overrides,
  });

  it('is created as every job is, and found from then on', async () => {
    expect(await find(1)).toMatchObject({ status: 404, body: { error: 'not_found' } });

    const { status, body } = await create(1, aJob({ job_priority: 'High' }));

    expect(status).toBe(200);
    expect(body.data).toEqual({ job_id: expect.any(Number), outcome: 'created' });
    const { job_id: jobId } = body.data;
    expect((await find(1)).body.data).toEqual({ job_id: jobId });
    expect((await service.api.get(`/api/v1/jobs?id=${jobId}`)).body).toMatchObject({
      data: { job_title: 'The unit is loud', job_priority: 'High', job_status: 'Pending' },
    });
    expect(await service.announced()).toMatchObject([
      { type: 'job.created', subject: String(jobId), actor: 'ui', version: 1 },
    ]);
  });

  it('is the same one however often it is asked for, and whatever is wanted of it then', async () => {
    const { data: first } = (await create(2, aJob())).body;
    await service.announced();

    const again = await create(2, aJob({ job_title: 'Another title' }));
    await service.admin.post(`/admin/jobs/${first.job_id}/delete`);
    await service.announced();
    const afterDeletion = await create(2, { ...aJob(), customer_location_id: 999_999 });

    for (const answer of [again, afterDeletion]) {
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { job_id: first.job_id, outcome: 'unchanged' } },
      });
    }
    expect((await find(2)).body.data).toEqual({ job_id: first.job_id });
    expect(await service.announced()).toEqual([]);
  });

  it('is one, of many that are asked for at once', async () => {
    const wanted = aJob();

    const answers = await Promise.all(Array.from({ length: 8 }, () => create(3, wanted)));

    expect(new Set(answers.map(({ body }) => body.data.job_id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
    expect(await service.announced()).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['job_title', { job_title: '' }],
    ['job_description', { job_description: 'Too short.' }],
    ['customer_location_id', { customer_location_id: 999_999 }],
    ['assigned_technician_id', { assigned_technician_id: 999_999 }],
  ])('is refused for its %s as in the API, and nothing is written', async (field, overrides) => {
    const before = await service.writtenRows();

    expect(await create(4, aJob(overrides))).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect((await find(4)).status).toBe(404);
    expect(await service.writtenRows()).toEqual(before);
  });

  it('is another one in another company', async () => {
    const { data: ours } = (await create(5, aJob())).body;
    const foreign = givenLocationOf(902, 2);

    const { data: theirs } = (await create(5, { ...aJob(), customer_location_id: foreign }, 2))
      .body;

    expect(theirs).toMatchObject({ outcome: 'created' });
    expect(theirs.job_id).not.toBe(ours.job_id);
    expect((await find(5)).body.data).toEqual({ job_id: ours.job_id });
  });
});
