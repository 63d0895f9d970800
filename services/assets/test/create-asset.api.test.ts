import { testService, type TestService } from './service';

let service: TestService;
let assetTypeId: number;

beforeAll(async () => {
  service = await testService();
  assetTypeId = await service.givenAssetType('HVAC unit');
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

interface Created {
  readonly data: { asset_id: number; asset_tag: string };
}

const create = (body: unknown) => service.ask<Created>('createAsset', '', body);

const get = async (id: number) =>
  (await service.ask<{ data: Record<string, unknown> }>('getAsset', `?id=${id}`)).body.data;

describe('POST /api/v1/assets', () => {
  it('creates the asset with everything that is said of it, and announces it', async () => {
    const locationId = service.givenLocation({ location_name: 'Main Street office' });
    const technicianId = service.givenTechnician({ technician_name: 'Ada Byron' });

    const { status, body } = await create({
      asset_name: '  Rooftop unit 2 ',
      asset_type_id: assetTypeId,
      status: 'Pending Install',
      location_id: locationId,
      assigned_to: technicianId,
      serial_number: 'SN-1',
      model: 'RTU-500',
      manufacturer: 'Northwind',
      purchase_date: '2024-02-29',
      purchase_cost: 8450.5,
      warranty_expiry: '2029-05-01',
      notes: 'Behind the chimney.',
      condition: 'good',
      ownership_type: 'customer',
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Asset created.',
      data: {
        asset_id: expect.any(Number),
        asset_tag: expect.stringMatching(/^AST-\d{6}$/),
        asset_name: 'Rooftop unit 2',
      },
      request_id: 'req_1',
    });
    const { asset_id, asset_tag } = body.data;
    expect(await get(asset_id)).toEqual({
      asset_id,
      asset_tag,
      asset_name: 'Rooftop unit 2',
      asset_type_id: assetTypeId,
      asset_type_name: 'HVAC unit',
      status: 'Pending Install',
      location_id: locationId,
      version: 1,
      external_id: null,
      location_name: 'Main Street office',
      assigned_to: technicianId,
      assigned_to_name: 'Ada Byron',
      serial_number: 'SN-1',
      model: 'RTU-500',
      manufacturer: 'Northwind',
      purchase_date: '2024-02-29',
      purchase_cost: 8450.5,
      warranty_expiry: '2029-05-01',
      notes: 'Behind the chimney.',
      condition: 'good',
      ownership_type: 'customer',
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-02T09:15:00-05:00',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'asset.created',
        source: '/assets',
        subject: String(asset_id),
        version: 1,
        actor: 'api_key:1',
        companyid: 1,
        data: {
          card: {
            asset_id,
            asset_tag,
            asset_name: 'Rooftop unit 2',
            asset_status: 'Pending Install',
            deleted: false,
            version: 1,
          },
        },
      },
    ]);
  });

  it('makes an Active asset without anything that need not be said', async () => {
    const { body } = await create({ asset_name: 'Pump', asset_type_id: assetTypeId });

    expect(await get(body.data.asset_id)).toMatchObject({
      status: 'Active',
      location_id: null,
      location_name: null,
      assigned_to: null,
      assigned_to_name: null,
      serial_number: null,
      model: null,
      manufacturer: null,
      purchase_date: null,
      purchase_cost: null,
      warranty_expiry: null,
      notes: null,
      condition: null,
      ownership_type: null,
    });
  });

  it('wakes the relay', async () => {
    const before = service.wakeUps();

    await create({ asset_name: 'Pump', asset_type_id: assetTypeId });

    expect(service.wakeUps()).toBe(before + 1);
  });

  it('numbers the assets of each company from 1', async () => {
    const tags: string[] = [];
    const companyId = 7;
    const asset_type_id = await service.givenAssetType('Pump', companyId);
    for (let count = 0; count < 3; count += 1) {
      const body = { asset_name: 'Pump', asset_type_id };
      const answer = await service.ask<Created>('createAsset', '', body, { companyId });
      tags.push(answer.body.data.asset_tag);
    }

    expect(tags).toEqual(['AST-000001', 'AST-000002', 'AST-000003']);
  });

  it('goes on past 999999 with more digits', async () => {
    const companyId = 8;
    const asset_type_id = await service.givenAssetType('Pump', companyId);
    await service.db.query('insert into asset_tag_counters values ($1, 999999)', [companyId]);

    const { body } = await service.ask<Created>(
      'createAsset',
      '',
      { asset_name: 'Pump', asset_type_id },
      { companyId },
    );

    expect(body.data.asset_tag).toBe('AST-1000000');
  });

  it('gives fifty assets that are created at once fifty tags', async () => {
    const before = await service.db.query('select count(*) from assets where company_id = 1');

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        create({ asset_name: `Pump ${at}`, asset_type_id: assetTypeId }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.data.asset_tag)).size).toBe(50);
    expect(new Set(answers.map(({ body }) => body.data.asset_id)).size).toBe(50);
    expect(await service.announced()).toHaveLength(50);
    const after = await service.db.query('select count(*) from assets where company_id = 1');
    expect(after[0].count - before[0].count).toBe(50);
  });

  it('never gives a tag twice, not even that of a deleted asset', async () => {
    const first = await create({ asset_name: 'Pump', asset_type_id: assetTypeId });
    await service.admin.post(`/admin/assets/${first.body.data.asset_id}/delete`);

    const second = await create({ asset_name: 'Pump', asset_type_id: assetTypeId });

    expect(second.body.data.asset_tag > first.body.data.asset_tag).toBe(true);
  });

  it('asks the owners once for what it has no copy of, on behalf of the company', async () => {
    const location_id = service.givenLocation();
    const assigned_to = service.givenTechnician();
    service.owners.requests.length = 0;

    await create({ asset_name: 'Pump', asset_type_id: assetTypeId, location_id, assigned_to });
    await create({ asset_name: 'Pump', asset_type_id: assetTypeId, location_id, assigned_to });

    expect(service.owners.requests.map(({ url }) => url.split('=')[0]).sort()).toEqual([
      '/internal/customers?ids',
      '/internal/locations?ids',
      '/internal/technicians?ids',
    ]);
    expect(service.owners.requests[0]?.caller).toMatchObject({ companyId: 1, requestId: 'req_1' });
  });

  it('asks the owners once for what they do not have either', async () => {
    service.owners.requests.length = 0;

    const { status } = await create({
      asset_name: 'Pump',
      asset_type_id: assetTypeId,
      location_id: 4_711_000,
      assigned_to: 4_711_000,
    });

    expect(status).toBe(400);
    expect(service.owners.requests.map(({ url }) => url.split('=')[0]).sort()).toEqual([
      '/internal/locations?ids',
      '/internal/technicians?ids',
    ]);
  });

  it('refuses with 500, and writes nothing, while an owner that has to be asked is down', async () => {
    const location_id = service.givenLocation();
    const before = await service.writtenRows();
    service.owners.isUp = false;

    const { status, body } = await create({
      asset_name: 'Pump',
      asset_type_id: assetTypeId,
      location_id,
    });
    service.owners.isUp = true;

    expect(status).toBe(500);
    expect(body).toMatchObject({ success: false, error: 'internal_error' });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('accepts an inactive technician, who is a technician all the same', async () => {
    const assigned_to = service.givenTechnician({ status: 'Inactive' });

    expect(
      await create({ asset_name: 'Pump', asset_type_id: assetTypeId, assigned_to }),
    ).toMatchObject({
      status: 201,
    });
  });

  it('names every field that is at fault', async () => {
    const { body } = await create({ status: 'Broken' });

    expect(body).toMatchObject({
      errors: [{ field: 'asset_name' }, { field: 'asset_type_id' }, { field: 'status' }],
    });
  });

  it("refuses what is another company's or of a removed customer", async () => {
    const asset_type_id = await service.givenAssetType('Pump', 2);
    const location_id = service.givenLocation({}, 2);
    const assigned_to = service.givenTechnician({}, 2);
    const removed = service.givenLocation({ customerIsDeleted: true });

    expect(
      await create({ asset_name: 'Pump', asset_type_id, location_id, assigned_to }),
    ).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'asset_type_id' }, { field: 'location_id' }, { field: 'assigned_to' }],
      },
    });
    expect(
      await create({ asset_name: 'Pump', asset_type_id: assetTypeId, location_id: removed }),
    ).toMatchObject({ status: 400, body: { errors: [{ field: 'location_id' }] } });
  });
});
