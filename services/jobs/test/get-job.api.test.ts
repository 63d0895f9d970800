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
        external_id: null,
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
      request_id: 'req_1',
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

  it('answers each of several that are read at once with its own', async () => {
    const asset = service.givenAsset();
    const mine = await service.givenJob({ asset_ids: [asset] });
    const theirs = await service.givenJob({ job_title: 'Of company 2' }, 2);
    const { getJob } = service.jobs;

    const answers = await Promise.allSettled([
      getJob(1, theirs),
      getJob(1, mine),
      getJob(2, theirs),
      getJob(1, 999_999),
      getJob(1, mine),
    ]);

    const notFound = { status: 'rejected', reason: { code: 'not_found' } };
    const found = { status: 'fulfilled', value: { id: mine, assets: [{ assetId: asset }] } };
    expect(answers).toMatchObject([
      notFound,
      found,
      { value: { id: theirs, jobTitle: 'Of company 2', assets: [] } },
      notFound,
      found,
    ]);
  });
});

interface Answer {
  readonly id: number;
  readonly version: number;
  readonly object: Readonly<Record<string, unknown>>;
}

describe('GET /internal/records/jobs', () => {
  const read = async (ids: readonly number[]) => {
    const { status, body } = await service.internal
      .as({ scopes: [] })
      .get<{ data: Answer[] }>(`/internal/records/jobs?ids=${ids.join()}`);
    expect(status).toBe(200);
    return body.data.sort((one, other) => one.id - other.id);
  };

  it('answers each as the API does, with every technician detail whatever the scopes', async () => {
    const technician = service.givenTechnician({ technician_name: 'Ada Byron' });
    const assets = [service.givenAsset(), service.givenAsset()];
    const ids = [
      await service.givenJob({ assigned_technician_id: technician, asset_ids: assets }),
      await service.givenJob({ job_status: 'In Progress', asset_ids: [assets[1]] }),
      await service.givenJob(),
    ];

    const answers = await read([...ids].reverse());

    const alone = await Promise.all(ids.map(async (id) => (await get(id)).body.data));
    expect(answers.map(({ object }) => object)).toEqual(alone);
    expect(answers.map(({ id }) => id)).toEqual(ids);
    expect(answers.map(({ version }) => version)).toEqual([1, 3, 1]);
    expect(answers[0]?.object).toMatchObject({
      assigned_technician_name: 'Ada Byron',
      assets: [{ asset_id: assets[0] }, { asset_id: assets[1] }],
    });
  });

  it('leaves out what is deleted, absent or of another company', async () => {
    const id = await service.givenJob();
    const deleted = await service.givenJob();
    await service.admin.post(`/admin/jobs/${deleted}/delete`);
    const another = await service.givenJob({}, 2);

    expect((await read([deleted, another, 999_999, id])).map((answer) => answer.id)).toEqual([id]);
    expect(await read([deleted, another, 999_999])).toEqual([]);
  });

  it.each([
    ['no ids', ''],
    ['an empty list', '?ids='],
    ['what is no id', '?ids=abc'],
    ['a list without an end', '?ids=1,'],
    ['more than a hundred', `?ids=${Array(101).fill(1).join()}`],
  ])('refuses %s', async (_, query) => {
    expect(await service.internal.get(`/internal/records/jobs${query}`)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'ids' }] },
    });
  });

  it('is not there for a caller of the public API', async () => {
    const id = await service.givenJob();

    for (const path of [`/internal/records/jobs?ids=${id}`, '/internal/records/jobs/latest']) {
      expect(await service.api.get(path)).toMatchObject({ status: 404 });
    }
  });
});

describe('GET /internal/records/jobs/latest', () => {
  it('is the newest job of the company that is not deleted', async () => {
    const api = service.api.as({ companyId: 9 });
    const latest = () =>
      service.internal.as({ companyId: 9 }).get<{ data: Answer }>('/internal/records/jobs/latest');
    expect(await latest()).toMatchObject({ status: 404, body: { error: 'not_found' } });

    await service.givenJob({}, 9);
    const newest = await service.givenJob({}, 9);
    const deleted = await service.givenJob({}, 9);
    await service.admin.as({ companyId: 9 }).post(`/admin/jobs/${deleted}/delete`);

    const { body } = await get(newest, api);
    expect((await latest()).body.data).toEqual({ id: newest, version: 1, object: body.data });
  });
});
