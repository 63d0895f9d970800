import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

const TYPES = [
  'repair',
  'inspection',
  'preventive_maintenance',
  'installation',
  'decommission',
  'meter_read',
  'warranty_claim',
  'calibration',
  'upgrade',
  'relocation',
];

const record = (id: number | string, body: unknown) =>
  service.ask('createServiceRecord', `?id=${id}&sub=service`, body);

const history = async (id: number) =>
  (await service.ask<{ data: unknown[] }>('listServiceHistory', `?id=${id}&sub=service_history`))
    .body.data;

const aService = {
  service_type: 'repair',
  description: 'Replaced the belt.',
  service_date: '2026-03-01',
};

describe('POST /api/v1/assets?id&sub=service', () => {
  it('records the service with everything that is said of it', async () => {
    const id = await service.givenAsset();
    const technician_id = service.givenTechnician();

    const { status, body } = await record(id, {
      ...aService,
      service_cost: 220.05,
      technician_id,
      resolution_notes: 'Runs again.',
      labor_hours: 1.25,
      is_warranty_work: true,
      warranty_claim_number: 'WC-1',
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Service record created.',
      data: { service_id: expect.any(Number), asset_id: id, service_type: 'repair' },
      request_id: 'req_1',
    });
    expect(await history(id)).toEqual([
      {
        service_id: expect.any(Number),
        asset_id: id,
        task_id: null,
        service_type: 'repair',
        description: 'Replaced the belt.',
        resolution_notes: 'Runs again.',
        parts_used_summary: null,
        technician_id,
        service_date: '2026-03-01',
        service_started_at: null,
        service_completed_at: null,
        created_at: '2026-03-02T09:15:00-05:00',
        next_service_due: null,
        meter_reading_at_service: null,
        labor_hours: 1.25,
        service_cost: 220.05,
        is_warranty_work: true,
        warranty_claim_number: 'WC-1',
      },
    ]);
  });

  it('records null for what is not said, and no warranty work', async () => {
    const id = await service.givenAsset();

    await record(id, aService);

    expect(await history(id)).toMatchObject([
      {
        resolution_notes: null,
        technician_id: null,
        labor_hours: null,
        service_cost: null,
        is_warranty_work: false,
        warranty_claim_number: null,
      },
    ]);
  });

  it.each(TYPES)('takes service of type %s', async (service_type) => {
    const id = await service.givenAsset();

    expect(await record(id, { ...aService, service_type })).toMatchObject({
      status: 201,
      body: { data: { service_type } },
    });
  });

  it('changes nothing of the asset', async () => {
    const id = await service.givenAsset();
    const before = await service.ask('getAsset', `?id=${id}`);
    service.clock.set('2026-03-03T14:15:00Z');

    await record(id, { ...aService, service_type: 'decommission' });

    expect((await service.ask('getAsset', `?id=${id}`)).body).toEqual(before.body);
  });

  it.each([
    ['a claim without warranty', { warranty_claim_number: 'WC-1' }, 'warranty_claim_number'],
    [
      'a claim and no warranty',
      { is_warranty_work: false, warranty_claim_number: 'WC-1' },
      'warranty_claim_number',
    ],
  ])('refuses %s, and writes nothing', async (_what, change, field) => {
    const id = await service.givenAsset();
    const before = await service.writtenRows();

    expect(await record(id, { ...aService, ...change })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('names a contradiction with all else that the body alone shows, before any record', async () => {
    const id = await service.givenAsset();
    const wrong = { warranty_claim_number: 'WC-1', description: '', technician_id: 987_654 };

    expect(await record(id, { ...aService, ...wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'description' }, { field: 'warranty_claim_number' }] },
    });
    expect(await record(id, { ...aService, warranty_claim_number: ' ' })).toMatchObject({
      status: 201,
    });
  });

  it('refuses a body that contradicts itself before it looks for the asset', async () => {
    expect(await record(999_999, { ...aService, warranty_claim_number: 'WC-1' })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed' },
    });
  });

  it("answers 404 for another company's asset, a deleted one, and one nobody has", async () => {
    const another = await service.givenAsset({}, 2);
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await record(id, aService)).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });
});
