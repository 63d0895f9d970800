import { expectWaitingForLocks } from '@svc/testing';
import { testService, type TestService } from './service';

interface Shown {
  readonly service_request_id: number;
  readonly version: number;
  readonly status: string;
  readonly job_id: number | null;
}

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

let companies = 10;
function newCompany() {
  companies += 1;
  const companyId = companies;
  const admin = service.admin.as({ companyId });
  const path = '/admin/service-requests';
  return {
    companyId,
    async given(overrides: object = {}): Promise<number> {
      const { body } = await admin.post<{ data: Shown }>('/admin/service-requests', {
        source: 'booking',
        contact_name: 'Grace Hopper',
        contact_email: 'grace@example.com',
        description: 'The unit is loud.\nSince Monday it also smells.',
        ...overrides,
      });
      return body.data.service_request_id;
    },
    list: (query = '') =>
      admin.get<{ data: readonly Shown[]; pagination: object }>(`${path}${query}`),
    show: (id: number) => admin.get<{ data: Shown }>(`${path}/${id}`),
    link: (id: number, jobId: unknown) =>
      admin.post<{ data: Shown }>(`${path}/${id}/job`, { job_id: jobId }),
    decline: (id: number) => admin.post<{ data: Shown }>(`${path}/${id}/decline`),
  };
}

describe('GET /admin/service-requests', () => {
  it('shows them newest first, with their subject, their customer and what became of them', async () => {
    const { companyId, given, list } = newCompany();
    const customer = await service.givenCustomer({ customer_name: 'Cotton Mill' }, companyId);
    const first = await given();
    const second = await given({ source: 'portal', customer_id: customer });

    const { body } = await list('?per_page=25');

    expect(body.pagination).toEqual({ page: 1, per_page: 25, total: 2, total_pages: 1 });
    expect(body.data).toEqual([
      {
        service_request_id: second,
        version: 1,
        source: 'portal',
        customer_id: customer,
        customer_name: 'Cotton Mill',
        customer_removed: false,
        contact_name: 'Grace Hopper',
        contact_email: 'grace@example.com',
        contact_phone: null,
        subject: 'The unit is loud.',
        description: 'The unit is loud.\nSince Monday it also smells.',
        status: 'New',
        job_id: null,
        created_at: '2026-03-02T09:15:00-05:00',
      },
      expect.objectContaining({
        service_request_id: first,
        source: 'booking',
        customer_name: null,
        customer_removed: false,
      }),
    ]);
  });

  it('says that a customer was removed', async () => {
    const { companyId, given, show } = newCompany();
    const customer_id = await service.givenCustomer({}, companyId);
    const id = await given({ source: 'portal', customer_id });
    await service.admin.as({ companyId }).post(`/admin/customers/${customer_id}/delete`);

    expect((await show(id)).body.data).toMatchObject({ customer_id, customer_removed: true });
  });

  it('shows those of one status, page by page', async () => {
    const { given, list, link, decline } = newCompany();
    const ids = [await given(), await given(), await given(), await given()] as const;
    await link(ids[0], 7);
    await decline(ids[1]);
    const idsOf = async (query: string) =>
      (await list(query)).body.data.map(({ service_request_id }) => service_request_id);

    expect(await idsOf('?status=New')).toEqual([ids[3], ids[2]]);
    expect(await idsOf('?status=New&per_page=1&page=2')).toEqual([ids[2]]);
    expect(await idsOf('?status=Job%20created')).toEqual([ids[0]]);
    expect(await idsOf('?status=Declined')).toEqual([ids[1]]);
    expect((await list('?status=Gone')).status).toBe(400);
  });
});

describe('what becomes of a service request', () => {
  it('is the job that was created for it, however often that is said', async () => {
    const { given, show, link, decline } = newCompany();
    const id = await given();

    const linked = await link(id, 7);
    const again = await link(id, 7);

    expect(linked).toMatchObject({
      status: 200,
      body: { data: { service_request_id: id, version: 2, status: 'Job created', job_id: 7 } },
    });
    expect(again.body.data).toEqual(linked.body.data);
    expect((await show(id)).body.data).toEqual(linked.body.data);
    for (const refused of [await link(id, 8), await decline(id)]) {
      expect(refused).toMatchObject({ status: 409, body: { error: 'conflict', job_id: 7 } });
    }
    expect((await show(id)).body.data).toEqual(linked.body.data);
  });

  it('is that it was declined, unless a job was being created meanwhile', async () => {
    const { given, link, decline } = newCompany();
    const id = await given();

    const declined = await decline(id);

    expect(declined).toMatchObject({
      status: 200,
      body: { data: { version: 2, status: 'Declined', job_id: null } },
    });
    expect((await decline(id)).body.data).toEqual(declined.body.data);
    expect((await link(id, 7)).body.data).toMatchObject({ status: 'Job created', job_id: 7 });
  });

  it('is one job, of two that are said at once', async () => {
    const { given, show, link } = newCompany();
    const id = await given();
    const holder = service.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from service_requests where id = $1 for update', [id]);

    const both = Promise.all([7, 8].map((job) => link(id, job)));
    // The other one waits behind it, without a connection.
    await expectWaitingForLocks(holder, 1);
    await holder.rollbackTransaction();
    await holder.release();

    const answers = await both;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await show(id)).body.data).toEqual(winner?.body.data);
  });

  it('announces nothing and changes nothing of what others are told', async () => {
    const { companyId, given, link } = newCompany();
    const id = await given();
    const told = async () => {
      const path = `/internal/records/service-requests?ids=${id}`;
      const { body } = await service.internal
        .as({ companyId })
        .get<{ data: { object: object }[] }>(path);
      return body.data[0]?.object;
    };
    const before = await told();
    await service.announced();

    await link(id, 7);

    expect(await told()).toEqual({ ...before, version: 2 });
    expect(await service.announced()).toEqual([]);
  });

  it('hints at each decision, and at none that changes nothing or is refused', async () => {
    const { companyId, given, link, decline } = newCompany();
    const [accepted, declined] = [await given(), await given()];
    service.hinted();

    await link(accepted, 7);
    expect(service.hinted()).toEqual([companyId]);
    await link(accepted, 7);
    await link(accepted, 8);
    await decline(accepted);
    expect(service.hinted()).toEqual([]);

    await decline(declined);
    expect(service.hinted()).toEqual([companyId]);
    await decline(declined);
    expect(service.hinted()).toEqual([]);
  });

  it("is not for another company, nor is a job's id anything else than one", async () => {
    const { given, link } = newCompany();
    const other = newCompany();
    const id = await given();

    for (const answer of [await other.show(id), await other.link(id, 7), await other.decline(id)]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    expect((await link(id, '7')).status).toBe(400);
    expect((await link(id, undefined)).status).toBe(400);
  });
});
