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

const put = (id: number | string, body: unknown) => service.ask('updateAsset', `?id=${id}`, body);

const get = async (id: number) =>
  (await service.ask<{ data: Record<string, unknown> }>('getAsset', `?id=${id}`)).body.data;

describe('PUT /api/v1/assets?id', () => {
  it('changes what is sent, leaves the rest, and announces what was', async () => {
    const id = await service.givenAsset({
      asset_name: 'Pump',
      serial_number: 'SN-1',
      purchase_cost: 10.1,
      condition: 'good',
    });
    const asset_type_id = await service.givenAssetType('Big pump');
    const assigned_to = service.givenTechnician();
    service.clock.set('2026-03-03T14:15:00Z');

    const { status, body } = await put(id, {
      asset_name: 'Pump 2',
      asset_type_id,
      assigned_to,
      purchase_date: '2024-05-01',
      purchase_cost: 10.2,
      ownership_type: 'rented',
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Asset updated.',
      data: { asset_id: id, asset_name: 'Pump 2', status: 'Active' },
      request_id: 'req_1',
    });
    expect(await get(id)).toMatchObject({
      asset_name: 'Pump 2',
      asset_type_name: 'Big pump',
      assigned_to,
      serial_number: 'SN-1',
      purchase_date: '2024-05-01',
      purchase_cost: 10.2,
      condition: 'good',
      ownership_type: 'rented',
      created_at: '2026-03-02T09:15:00-05:00',
      updated_at: '2026-03-03T09:15:00-05:00',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'asset.updated',
        subject: String(id),
        version: 2,
        data: {
          card: { asset_id: id, asset_name: 'Pump 2', version: 2 },
          previous: {
            asset_name: 'Pump',
            asset_type_id: expect.any(Number),
            assigned_to: null,
            purchase_date: null,
            purchase_cost: 10.1,
            ownership_type: null,
          },
        },
      },
    ]);
  });

  it('clears with null, and with blank text', async () => {
    const id = await service.givenAsset({
      assigned_to: service.givenTechnician(),
      serial_number: 'SN-1',
      model: 'M',
      manufacturer: 'N',
      purchase_date: '2024-05-01',
      purchase_cost: 1,
      warranty_expiry: '2029-05-01',
      notes: 'x',
      condition: 'new',
      ownership_type: 'company',
    });

    await put(id, {
      assigned_to: null,
      serial_number: null,
      model: ' ',
      manufacturer: null,
      purchase_date: null,
      purchase_cost: null,
      warranty_expiry: null,
      notes: '',
      condition: null,
      ownership_type: null,
    });

    expect(await get(id)).toMatchObject({
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

  it('takes back a whole asset that was read, ignoring what is read-only', async () => {
    const id = await service.givenAsset({
      location_id: service.givenLocation(),
      assigned_to: service.givenTechnician(),
      purchase_cost: 8450.55,
      purchase_date: '2024-05-01',
    });
    const read = await get(id);

    expect(await put(id, { ...read, notes: 'Edited.' })).toMatchObject({ status: 200 });
    expect(await get(id)).toEqual({ ...read, version: 2, notes: 'Edited.' });
  });

  it('leaves version and time alone, and announces nothing, when nothing differs', async () => {
    const id = await service.givenAsset({ purchase_cost: 0.1, condition: 'good' });
    const read = await get(id);
    const before = await service.writtenRows();
    service.clock.set('2026-03-03T14:15:00Z');

    expect(await put(id, read)).toMatchObject({ status: 200 });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('lets an asset keep its location and technician when those are no longer known', async () => {
    const id = await service.givenAsset({
      location_id: service.givenLocation(),
      assigned_to: service.givenTechnician(),
    });
    const read = await get(id);
    await service.db.query('update customer_names set deleted = true');

    expect(await put(id, { ...read, notes: 'Edited.' })).toMatchObject({ status: 200 });
    await service.db.query('update customer_names set deleted = false');
  });

  it('refuses a status that differs, and points to PATCH', async () => {
    const id = await service.givenAsset();
    const before = await service.writtenRows();

    const { status, body } = await put(id, { notes: 'x', status: 'Idle' });

    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'validation_failed',
      errors: [{ field: 'status', message: expect.stringContaining('PATCH') }],
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses a location that differs, and points to the transfer', async () => {
    const id = await service.givenAsset({ location_id: service.givenLocation() });

    for (const location_id of [service.givenLocation(), null]) {
      expect(await put(id, { notes: 'x', location_id })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'location_id', message: expect.stringContaining('transfer') }] },
      });
    }
  });

  it('refuses a body without anything that can be updated, and says where else to go', async () => {
    const id = await service.givenAsset();

    for (const body of [{}, { colour: 'red' }, { asset_id: id }, { status: 'Idle' }]) {
      expect(await put(id, body)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', message: expect.stringMatching(/PATCH.*transfer/) },
      });
    }
  });

  it("answers 404 for another company's asset, a deleted one, and one nobody has", async () => {
    const another = await service.givenAsset({}, 2);
    const deleted = await service.givenAsset();
    await service.admin.post(`/admin/assets/${deleted}/delete`);

    for (const id of [another, deleted, 999_999]) {
      expect(await put(id, { notes: 'x' })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });

  it('applies updates of different fields at once, each to what the other left', async () => {
    const id = await service.givenAsset();
    const fields = ['model', 'manufacturer', 'serial_number', 'notes'];

    await Promise.all(fields.map((field) => put(id, { [field]: field })));

    expect(await get(id)).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
    const versions = (await service.announced()).map(({ version }) => version);
    expect(versions).toEqual([2, 3, 4, 5]);
  });

  it('finds the asset by its new name and serial number, and no more by the former', async () => {
    const id = await service.givenAsset({ asset_name: 'Aardvark', serial_number: 'ZZ-TOP' });

    await put(id, { asset_name: 'Zebra', serial_number: 'YY-TOP' });

    const found = async (term: string) =>
      (await service.ask<{ pagination: { total: number } }>('listAssets', `?search=${term}`)).body
        .pagination.total;
    expect(await found('aardvark')).toBe(0);
    expect(await found('zz-top')).toBe(0);
    expect(await found('zebra')).toBe(1);
    expect(await found('yy-top')).toBe(1);
  });

  it('names references and what has an operation of its own together', async () => {
    const id = await service.givenAsset();

    const answer = await service.ask('updateAsset', `?id=${id}`, {
      asset_type_id: 987_654,
      assigned_to: 987_654,
      asset_tag: 'AST-999999',
      status: 'Retired',
    });

    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'asset_tag' },
          { field: 'status' },
          { field: 'asset_type_id' },
          { field: 'assigned_to' },
        ],
      },
    });
  });
});
