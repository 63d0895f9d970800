import { expectDocumented } from './documented';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

interface List {
  readonly data: readonly { job_id: number }[];
  readonly pagination: { page: number; per_page: number; total: number; total_pages: number };
}

let companies = 100;
const newCompany = () => {
  companies += 1;
  const companyId = companies;
  const api = service.api.as({ companyId });
  const list = async (query = '') => {
    const answer = await api.get<List>(`/api/v1/jobs${query}`);
    expectDocumented('listJobs', answer.status, answer.body);
    return answer;
  };
  return {
    list,
    async idsOf(query: string) {
      const { body } = await list(query);
      expect(body.pagination.total).toBe(body.data.length);
      return body.data.map(({ job_id }) => job_id);
    },
    api,
    companyId,
    job: (at: string, overrides: Parameters<TestService['givenJob']>[0] = {}) => {
      service.clock.set(at);
      return service.givenJob(overrides, companyId);
    },
  };
};

describe('GET /api/v1/jobs', () => {
  it('answers whole jobs without their assets, newest first, with the pagination', async () => {
    const { list, job, companyId } = newCompany();
    const location = service.givenLocation(
      { location_name: 'Main office', customer_name: 'Hudson Bakeries' },
      companyId,
    );
    const technician = service.givenTechnician({ technician_name: 'Ada Byron' }, companyId);
    const older = await job('2026-03-01T14:15:00Z', {
      job_title: 'Older job',
      customer_location_id: location,
      assigned_technician_id: technician,
      asset_ids: [service.givenAsset({}, companyId)],
    });
    const newer = await job('2026-03-02T14:15:00Z');

    const { status, body } = await list();

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        expect.objectContaining({ job_id: newer }),
        {
          job_id: older,
          version: 1,
          external_id: null,
          job_title: 'Older job',
          job_description: DESCRIPTION,
          job_status: 'Pending',
          job_priority: 'Medium',
          assigned_technician_id: technician,
          assigned_technician_name: 'Ada Byron',
          customer_location_id: location,
          customer_location_name: 'Main office',
          customer_id: expect.any(Number),
          customer_name: 'Hudson Bakeries',
          scheduled_start: null,
          scheduled_end: null,
          actual_start: null,
          actual_end: null,
          created_at: '2026-03-01T09:15:00-05:00',
          updated_at: '2026-03-01T09:15:00-05:00',
        },
      ],
      pagination: { page: 1, per_page: 50, total: 2, total_pages: 1 },
      request_id: 'req_1',
    });
  });

  it("keeps technicians' names from a key without technicians:read", async () => {
    const { api, job, companyId } = newCompany();
    const technician = service.givenTechnician({}, companyId);
    await job('2026-03-01T14:15:00Z', { assigned_technician_id: technician });

    const { body } = await api.as({ scopes: ['jobs:read'] }).get('/api/v1/jobs');

    expect(body).toMatchObject({
      data: [{ assigned_technician_id: technician, assigned_technician_name: null }],
    });
  });

  describe('date filters', () => {
    it('updated_since answers what changed, the longest unchanged first', async () => {
      const { idsOf, job, api } = newCompany();
      const a = await job('2026-03-01T10:00:00Z');
      const b = await job('2026-03-01T11:00:00Z');
      const c = await job('2026-03-01T12:00:00Z');
      service.clock.set('2026-03-01T13:00:00.700Z');
      await api.patch(`/api/v1/jobs?id=${a}`, { job_status: 'Assigned' });

      expect(await idsOf('?updated_since=2026-03-01T10:00:00Z')).toEqual([b, c, a]);
      expect(await idsOf('?updated_since=2026-03-01T11:00:01Z')).toEqual([c, a]);
      expect(await idsOf('?updated_since=2026-03-01T13:00:00Z')).toEqual([a]);
      expect(await idsOf('?updated_since=2026-03-01T10:00:00Z&status=Pending')).toEqual([b, c]);
      expect(
        (await api.get<List>('/api/v1/jobs?updated_since=2020-01-01&per_page=1&page=3')).body,
      ).toMatchObject({ data: [{ job_id: a }], pagination: { total: 3, total_pages: 3 } });
    });
  });

  describe('of 24,000 jobs, a tenth of them deleted', () => {
    const companyId = 99;
    const list = async (query = '') =>
      (await service.api.as({ companyId }).get<List>(`/api/v1/jobs${query}`)).body;

    beforeAll(() =>
      service.db.query(
        `insert into jobs (company_id, version, title, description, status, priority, location_id,
           search_text, created_at, updated_at, deleted_at)
         select $1, 1, 'Bulk', 'Bulk', case when n % 3 = 0 then 'Paid' else 'Pending' end,
           case when n % 2 = 0 then 'Low' else 'High' end, 1, 'bulk', at, at,
           case when n % 10 = 0 then at end
         from generate_series(1, 24000) n,
           lateral (select '2026-01-01'::timestamptz - n * interval '7 hours' as at)`,
        [companyId],
      ),
    );

    it('counts truly', async () => {
      expect((await list()).pagination.total).toBe(21_600);
      expect((await list('?status=Paid')).pagination.total).toBe(7_200);
      expect((await list('?status=Pending&priority=Low')).pagination.total).toBe(6_400);
    });

    it('answers the same late pages with and without a filter that leaves all', async () => {
      const [gone] = (await list('?page=410')).data;
      await service.admin.as({ companyId }).post(`/admin/jobs/${gone?.job_id}/delete`);

      for (const page of [401, 402, 410, 420, 431, 432, 433]) {
        const { data, pagination } = await list(`?page=${page}`);
        expect(data).toEqual((await list(`?page=${page}&created_after=2000-01-01`)).data);
        expect(data).toHaveLength({ 432: 49, 433: 0 }[page] ?? 50);
        expect(pagination).toEqual({ page, per_page: 50, total: 21_599, total_pages: 432 });
      }
    });
  });

  it('counts truly after many changes at once', async () => {
    const { list, job, api } = newCompany();
    const ids: number[] = [];
    for (let made = 0; made < 24; made += 1) ids.push(await job('2026-03-01T10:00:00Z'));

    await Promise.all(
      ids.flatMap((id, index) => [
        api.patch(`/api/v1/jobs?id=${id}`, {
          job_status: index % 2 === 0 ? 'Assigned' : 'Cancelled',
        }),
        api.put(`/api/v1/jobs?id=${id}`, { job_priority: index % 3 === 0 ? 'High' : 'Low' }),
        ...(index % 4 === 0 ? [api.as({ reach: 'admin' }).post(`/admin/jobs/${id}/delete`)] : []),
      ]),
    );

    const { body } = await list('?per_page=100');
    expect(body.pagination.total).toBe(18);
    for (const [field, parameter, values] of [
      ['job_status', 'status', ['Pending', 'Assigned', 'Cancelled']],
      ['job_priority', 'priority', ['Medium', 'High', 'Low']],
    ] as const) {
      for (const value of values) {
        const counted = body.data.filter((row) => Reflect.get(row, field) === value).length;
        expect((await list(`?${parameter}=${value}`)).body.pagination.total).toBe(counted);
      }
    }
  });
});
