import { expectDocumented } from './documented';
import { DESCRIPTION, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const get = async (id: number | string, api = service.api) => {
  const answer = await api.get<{ data: { assets: unknown } }>(`/api/v1/jobs?id=${id}`);
  expectDocumented('getJob', answer.status, answer.body);
  return answer;
};

describe('GET /api/v1/jobs?id', () => {
  it('answers the job with its version, its names and its linked assets', async () => {
    const location = service.givenLocation({
      location_name: 'Main office',
      customer_name: 'Hudson Bakeries',
    });
    const technician = service.givenTechnician({ technician_name: 'Ada Byron' });
    const asset = service.givenAsset({ asset_name: 'Chiller', asset_status: 'In Maintenance' });
    const id = await service.givenJob({
      job_title: 'Replace compressor',
      customer_location_id: location,
      assigned_technician_id: technician,
      job_priority: 'Low',
      scheduled_start: '2026-07-01T12:00:00Z',
      asset_ids: [asset],
      asset_relationship_type: 'maintenance',
    });

    const { status, body } = await get(id);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        job_id: id,
        version: 1,
        job_title: 'Replace compressor',
        job_description: DESCRIPTION,
        job_status: 'Pending',
        job_priority: 'Low',
        assigned_technician_id: technician,
        assigned_technician_name: 'Ada Byron',
        customer_location_id: location,
        customer_location_name: 'Main office',
        customer_id: expect.any(Number),
        customer_name: 'Hudson Bakeries',
        scheduled_start: '2026-07-01T08:00:00-04:00',
        scheduled_end: null,
        actual_start: null,
        actual_end: null,
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
        assets: [
          {
            asset_id: asset,
            asset_tag: `AST-${String(asset).padStart(6, '0')}`,
            asset_name: 'Chiller',
            asset_status: 'In Maintenance',
            relationship_type: 'maintenance',
            relationship_notes: null,
            linked_at: '2026-03-02T09:15:00-05:00',
          },
        ],
      },
      request_id: 'req-1',
    });
  });

  it('answers an empty list of assets for a job without any', async () => {
    const { body } = await get(await service.givenJob());

    expect(body.data.assets).toEqual([]);
  });

  it("keeps the technician's name from a key without technicians:read", async () => {
    const technician = service.givenTechnician();
    const id = await service.givenJob({ assigned_technician_id: technician });

    const { body } = await get(id, service.api.as({ scopes: ['jobs:read'] }));

    expect(body.data).toMatchObject({
      assigned_technician_id: technician,
      assigned_technician_name: null,
    });
  });

  it("shows timestamps in the zone of the caller's company", async () => {
    const id = await service.givenJob();

    const { body } = await get(id, service.api.as({ zone: 'UTC' }));

    expect(body.data).toMatchObject({ created_at: '2026-03-02T14:15:00+00:00' });
  });

  it("answers 404 for another company's job", async () => {
    const id = await service.givenJob({}, 2);

    expect(await get(id)).toMatchObject({
      status: 404,
      body: { success: false, error: 'not_found', request_id: 'req-1' },
    });
  });

  it.each(['999999', '9007199254740991', '9007199254740993'])(
    'answers 404 for %s, which nobody has',
    async (id) => {
      expect(await get(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    },
  );

  it.each(['0', '-1', '01', '1.5', 'abc', ''])('refuses the id %j', async (id) => {
    expect(await service.api.get(`/api/v1/jobs?id=${id}`)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'id' }] },
    });
  });
});

describe('GET /internal/jobs/:id', () => {
  it('is the single-job answer with every technician detail, whatever the scopes', async () => {
    const technician = service.givenTechnician({ technician_name: 'Ada Byron' });
    const id = await service.givenJob({ assigned_technician_id: technician });

    const { status, body } = await service.internal
      .as({ scopes: [] })
      .get<{ data: unknown }>(`/internal/jobs/${id}`);

    expect(status).toBe(200);
    expect(body.data).toEqual((await get(id)).body.data);
  });

  it('answers 404 for a job that is deleted, absent or of another company', async () => {
    const deleted = await service.givenJob();
    await service.admin.post(`/admin/jobs/${deleted}/delete`);
    const another = await service.givenJob({}, 2);

    for (const id of [deleted, another, 999_999, 'abc']) {
      expect(await service.internal.get(`/internal/jobs/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });

  it('is not there for a caller of the public API', async () => {
    const id = await service.givenJob();

    expect(await service.api.get(`/internal/jobs/${id}`)).toMatchObject({ status: 404 });
  });
});

describe('GET /internal/jobs/latest', () => {
  it('is the newest job of the company that is not deleted', async () => {
    const latest = () =>
      service.internal
        .as({ companyId: 9 })
        .get<{ data: { job_id: number } }>('/internal/jobs/latest');
    expect(await latest()).toMatchObject({ status: 404, body: { error: 'not_found' } });

    await service.givenJob({}, 9);
    const newest = await service.givenJob({}, 9);
    const deleted = await service.givenJob({}, 9);
    await service.admin.as({ companyId: 9 }).post(`/admin/jobs/${deleted}/delete`);

    expect((await latest()).body.data).toMatchObject({ job_id: newest, assets: [] });
  });
});
