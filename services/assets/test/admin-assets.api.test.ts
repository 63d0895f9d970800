import { INTERNAL_READS } from '@svc/contracts';
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

interface Applied {
  readonly data: {
    asset_id: number;
    asset_tag: string;
    outcome: string;
    meters: { meter_id: number; name: string }[];
  };
}

const apply = (body: unknown) => service.admin.put<Applied>('/admin/assets', body);

const get = async (id: number) =>
  (await service.ask<{ data: Record<string, unknown> }>('getAsset', `?id=${id}`)).body.data;

const metersOf = (assetId: number): Promise<unknown> =>
  service.db.query(
    'select id, name, unit, threshold from meters where company_id = 1 and asset_id = $1 order by id',
    [assetId],
  );

let serials = 0;
const anAsset = async () => ({
  asset_name: 'Chiller',
  asset_type_id: await service.givenAssetType(),
  serial_number: `SN-${(serials += 1)}`,
});

describe('PUT /admin/asset-types', () => {
  const save = (name: unknown, companyId = 1) =>
    service.admin
      .as({ companyId })
      .put<{ data: { asset_type_id: number; outcome: string } }>('/admin/asset-types', { name });

  it('creates the type, and finds it by its name without regard to case', async () => {
    const first = await save('Heat pump Οδός e\u0301');
    const second = await save('Heat Pump ΟΔΌΣ É');

    expect(first).toMatchObject({
      status: 200,
      body: { success: true, data: { outcome: 'created' } },
    });
    expect(second.body.data).toEqual({
      asset_type_id: first.body.data.asset_type_id,
      outcome: 'changed',
    });
    const id = await service.givenAsset({ asset_type_id: first.body.data.asset_type_id });
    expect(await get(id)).toMatchObject({ asset_type_name: 'Heat Pump ΟΔΌΣ É' });
  });

  it('keeps the types of each company apart', async () => {
    const one = await save('Boiler', 1);
    const other = await save('Boiler', 2);

    expect(other.body.data).toMatchObject({ outcome: 'created' });
    expect(other.body.data.asset_type_id).not.toBe(one.body.data.asset_type_id);
  });

  it('creates one type of many that are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => save('Elevator')));

    expect(new Set(answers.map(({ body }) => body.data.asset_type_id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
  });

  it.each([undefined, null, ' ', 5, 'x'.repeat(256)])('refuses the name %j', async (name) => {
    expect(await save(name)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'name' }] },
    });
  });
});

describe('PUT /admin/assets', () => {
  it('refuses meters that are none, each by its place', async () => {
    const meters = [null, { name: 5 }, { name: 6 }, null];

    expect(await apply({ ...(await anAsset()), meters })).toMatchObject({
      status: 400,
      body: {
        error: 'validation_failed',
        errors: expect.arrayContaining([
          { field: 'meters.0', message: expect.any(String) },
          { field: 'meters.1.name', message: expect.any(String) },
        ]),
      },
    });
  });

  it('names what is wrong with the asset and with its service together', async () => {
    const { asset_type_id: _, ...asset } = await anAsset();
    const service_type = 'inspection';
    const done = { service_type, description: 'Yearly', service_date: '2026-03-01' };

    expect(
      await apply({
        ...asset,
        asset_type_id: 987_654,
        service_records: [{ ...done, technician_id: 987_654 }],
      }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'asset_type_id' }, { field: 'service_records.technician_id' }] },
    });
  });

  it('creates an asset with meters, readings and service', async () => {
    const location_id = service.givenLocation();
    const assigned_to = service.givenTechnician();
    const technician_id = service.givenTechnician();

    const { status, body } = await apply({
      ...(await anAsset()),
      location_id,
      assigned_to,
      status: 'Idle',
      condition: 'fair',
      meters: [
        {
          name: 'Run hours',
          unit: 'h',
          threshold: 500,
          readings: [
            { reading_value: 499, reading_date: '2026-02-01' },
            { reading_value: 501, reading_date: '2026-03-01' },
          ],
        },
        { name: 'Starts' },
      ],
      service_records: [
        {
          service_type: 'inspection',
          description: 'Yearly',
          service_date: '2026-01-05',
          technician_id,
        },
      ],
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        asset_id: expect.any(Number),
        asset_tag: expect.stringMatching(/^AST-\d{6}$/),
        outcome: 'created',
        meters: [
          { meter_id: expect.any(Number), name: 'Run hours', outcome: 'created' },
          { meter_id: expect.any(Number), name: 'Starts', outcome: 'created' },
        ],
      },
      request_id: 'req_1',
    });
    const { asset_id, meters } = body.data;
    expect(await get(asset_id)).toMatchObject({
      status: 'Idle',
      condition: 'fair',
      location_id,
      assigned_to,
    });
    expect(await metersOf(asset_id)).toEqual([
      { id: meters[0]?.meter_id, name: 'Run hours', unit: 'h', threshold: 500 },
      { id: meters[1]?.meter_id, name: 'Starts', unit: null, threshold: null },
    ]);
    expect(
      (await service.ask('listServiceHistory', `?id=${asset_id}&sub=service_history`)).body,
    ).toMatchObject({ data: [{ description: 'Yearly', technician_id }] });
    expect(await service.announced()).toMatchObject([
      { type: 'asset.created', actor: 'ui', data: { card: { asset_status: 'Idle' } } },
      { type: 'asset.meter_threshold_reached', data: { reading_value: 501 } },
    ]);
  });

  it('finds the asset by its serial number and changes what differs', async () => {
    const wanted = { ...(await anAsset()), notes: 'Keep me.' };
    const first = await apply({ ...wanted, meters: [{ name: 'Run hours', threshold: 500 }] });
    const [meter] = first.body.data.meters;
    const location_id = service.givenLocation();
    await service.announced();

    const second = await apply({
      ...wanted,
      notes: undefined,
      asset_name: 'Chiller 2',
      location_id,
      status: 'In Maintenance',
      meters: [{ name: 'RUN HOURS', unit: 'h' }],
    });

    expect(second.body.data).toEqual({
      ...first.body.data,
      outcome: 'changed',
      meters: [{ meter_id: meter?.meter_id, name: 'RUN HOURS', outcome: 'changed' }],
    });
    expect(await get(second.body.data.asset_id)).toMatchObject({
      asset_name: 'Chiller 2',
      location_id,
      status: 'In Maintenance',
      notes: 'Keep me.',
    });
    expect(await metersOf(second.body.data.asset_id)).toEqual([
      { id: meter?.meter_id, name: 'RUN HOURS', unit: 'h', threshold: 500 },
    ]);
    expect(await service.announced()).toMatchObject([
      {
        type: 'asset.updated',
        version: 2,
        data: { previous: { asset_name: 'Chiller', location_id: null } },
      },
      { type: 'asset.status_changed', version: 3, data: { previous: { status: 'Active' } } },
    ]);
  });

  it('writes nothing when everything is as it should be', async () => {
    const wanted = {
      ...(await anAsset()),
      location_id: service.givenLocation(),
      assigned_to: service.givenTechnician(),
      purchase_cost: 12.5,
      status: 'Idle',
      meters: [
        {
          name: 'Run hours',
          unit: 'h',
          threshold: 500,
          readings: [{ reading_value: 501.5, reading_date: '2026-03-01' }],
        },
      ],
      service_records: [
        { service_type: 'inspection', description: 'Yearly', service_date: '2026-01-05' },
      ],
    };
    await apply(wanted);
    const before = await service.writtenRows();
    service.clock.set('2026-03-03T14:15:00Z');

    expect(await apply(wanted)).toMatchObject({
      status: 200,
      body: { data: { outcome: 'unchanged' } },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('walks to a status by allowed moves, each with its event', async () => {
    const wanted = await anAsset();
    await apply(wanted);
    await service.announced();

    const { body } = await apply({ ...wanted, status: 'Pending Install' });

    expect(await get(body.data.asset_id)).toMatchObject({ status: 'Pending Install' });
    expect(
      (await service.announced()).map(({ data }) =>
        Reflect.get(data['card'] as object, 'asset_status'),
      ),
    ).toEqual(['In Transit', 'Pending Install']);
  });

  it('refuses a status that no moves lead to, and writes nothing', async () => {
    const wanted = await anAsset();
    await apply({ ...wanted, status: 'Decommissioned' });
    const before = await service.writtenRows();

    expect(await apply({ ...wanted, notes: 'x', status: 'Active' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_status_transition' },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('creates one asset of many that are applied at once', async () => {
    const wanted = { ...(await anAsset()), meters: [{ name: 'Run hours' }] };

    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(wanted)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data.asset_id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.data.meters[0]?.meter_id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.data.outcome === 'created')).toHaveLength(1);
  });

  it.each([
    ['no serial number', { serial_number: undefined }, 'serial_number'],
    ['a tag', { asset_tag: 'AST-000001' }, 'asset_tag'],
    ['an unknown type', { asset_type_id: 987_654 }, 'asset_type_id'],
    ['an unknown location', { location_id: 987_654 }, 'location_id'],
    ['an unknown status', { status: 'Gone' }, 'status'],
    ['a meter without name', { meters: [{ unit: 'h' }] }, 'meters.0.name'],
    ['a meter twice', { meters: [{ name: 'A' }, { name: 'a' }] }, 'meters.1'],
    [
      'a reading of a day far ahead',
      {
        meters: [{ name: 'A', readings: [{ reading_value: 1, reading_date: '2062-03-01' }] }],
      },
      'meters.readings.reading_date',
    ],
    ['a threshold below 0', { meters: [{ name: 'A', threshold: -1 }] }, 'meters.0.threshold'],
    [
      'a reading without date',
      { meters: [{ name: 'A', readings: [{ reading_value: 1 }] }] },
      'meters.0.readings.0.reading_date',
    ],
    [
      'service without type',
      { service_records: [{ description: 'x', service_date: '2026-01-01' }] },
      'service_records.0.service_type',
    ],
    [
      'service by an unknown technician',
      {
        service_records: [
          {
            service_type: 'repair',
            description: 'x',
            service_date: '2026-01-01',
            technician_id: 987_654,
          },
        ],
      },
      'service_records.technician_id',
    ],
  ])('refuses %s, and writes nothing', async (_what, change, field) => {
    const wanted = await anAsset();
    const before = await service.writtenRows();

    expect(await apply({ ...wanted, ...change })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('is not there for a caller of the public API', async () => {
    expect(await service.api.put('/admin/assets', await anAsset())).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });
});

describe('POST /admin/assets/:id/delete and restore', () => {
  const post = (id: number, act: 'delete' | 'restore') =>
    service.admin.post(`/admin/assets/${id}/${act}`);
  const total = async () =>
    (await service.ask<{ pagination: { total: number } }>('listAssets', '')).body.pagination.total;

  it('takes the asset out of every answer, and brings it back as it was', async () => {
    const id = await service.givenAsset({ notes: 'Keep me.' });
    const before = await total();

    expect(await post(id, 'delete')).toMatchObject({
      status: 200,
      body: { success: true, data: { id, deleted: true } },
    });
    expect(await total()).toBe(before - 1);
    expect(await service.ask('getAsset', `?id=${id}`)).toMatchObject({ status: 404 });

    expect(await post(id, 'restore')).toMatchObject({
      status: 200,
      body: { success: true, data: { id, deleted: false } },
    });
    expect(await total()).toBe(before);
    expect(await get(id)).toMatchObject({ asset_id: id, notes: 'Keep me.' });
    expect(await service.announced()).toMatchObject([
      {
        type: 'asset.updated',
        version: 2,
        actor: 'ui',
        data: { card: { deleted: true }, previous: { deleted: false } },
      },
      {
        type: 'asset.updated',
        version: 3,
        data: { card: { deleted: false }, previous: { deleted: true } },
      },
    ]);
  });

  it('does nothing a second time', async () => {
    const id = await service.givenAsset();
    await post(id, 'delete');
    const before = await service.writtenRows();

    expect(await post(id, 'delete')).toMatchObject({ status: 200 });
    expect(await service.writtenRows()).toEqual(before);
  });

  it("answers 404 for another company's asset and one nobody has", async () => {
    for (const id of [await service.givenAsset({}, 2), 999_999]) {
      for (const act of ['delete', 'restore'] as const) {
        expect(await post(id, act)).toMatchObject({ status: 404, body: { error: 'not_found' } });
      }
    }
  });
});

describe('POST /admin/assets/:id/transfer', () => {
  const transfer = (id: number, body: unknown, companyId = 1) =>
    service.admin
      .as({ companyId })
      .post<{ data: Record<string, unknown> }>(`/admin/assets/${id}/transfer`, body);

  it('moves the asset to the location and announces it, as the API does', async () => {
    const [from, to] = [service.givenLocation(), service.givenLocation()];
    const id = await service.givenAsset({ location_id: from });
    await service.announced();

    const { status, body } = await transfer(id, { to_location_id: to });

    expect(status).toBe(200);
    expect(body.data).toEqual({
      transfer_id: expect.any(Number),
      asset_id: id,
      from_location_id: from,
      to_location_id: to,
      status: 'Completed',
    });
    expect(await get(id)).toMatchObject({ location_id: to });
    expect(await service.announced()).toMatchObject([
      { type: 'asset.updated' },
      { type: 'asset.transferred', data: { previous: { location_id: from } } },
    ]);
  });

  it('refuses where it already is, and answers 404 for another company, writing nothing', async () => {
    const [from, to] = [service.givenLocation(), service.givenLocation()];
    const id = await service.givenAsset({ location_id: from });
    await service.announced();

    expect(await transfer(id, { to_location_id: from })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'to_location_id' }] },
    });
    expect((await transfer(id, { to_location_id: to }, 2)).status).toBe(404);
    expect(await get(id)).toMatchObject({ location_id: from });
    expect(await service.announced()).toEqual([]);
  });
});

describe('POST /admin/projections/rebuild', () => {
  it('copies all that the company has from its owners', async () => {
    const companyId = 9;
    const admin = service.admin.as({ companyId });
    service.givenLocation({}, companyId);
    service.givenTechnician({}, companyId);
    service.givenTechnician({}, companyId);

    expect(await admin.post('/admin/projections/rebuild')).toMatchObject({
      status: 200,
      body: { data: { customers: 1, locations: 1, technicians: 2 } },
    });
    expect(await admin.post('/admin/projections/rebuild?projection=technicians')).toMatchObject({
      status: 200,
      body: { data: { technicians: 2 } },
    });
    expect(await admin.post('/admin/projections/rebuild?projection=jobs')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'projection' }] },
    });
  });
});

describe('a dry run', () => {
  const tryOut = async (path: string, body: unknown) =>
    (await service.admin.put<Applied>(`/admin/${path}?dry_run=true`, body)).body.data;

  it('says what would become of asset types and assets, and leaves nothing behind', async () => {
    const wanted = { ...(await anAsset()), meters: [{ name: 'Run hours' }] };
    const before = await service.writtenRows();

    expect(await tryOut('asset-types', { name: 'Dry' })).toMatchObject({ outcome: 'created' });
    expect(await tryOut('assets', { ...wanted, status: 'Idle' })).toMatchObject({
      outcome: 'created',
      meters: [{ outcome: 'created' }],
    });
    expect(await service.writtenRows()).toEqual(before);
    expect(await service.announced()).toEqual([]);

    await apply(wanted);
    await service.announced();
    expect(await tryOut('assets', wanted)).toMatchObject({ outcome: 'unchanged' });
    const readings = [{ reading_value: 5, reading_date: '2026-03-01' }];
    expect(
      await tryOut('assets', { ...wanted, meters: [{ name: 'Run hours', readings }] }),
    ).toMatchObject({ outcome: 'unchanged', meters: [{ outcome: 'changed' }] });
    expect(await tryOut('assets', { ...wanted, status: 'Retired' })).toMatchObject({
      outcome: 'changed',
    });
    expect(await service.announced()).toEqual([]);
  });

  it('knows what the run would have created before', async () => {
    const wanted = {
      ...(await anAsset()),
      asset_type_id: 2 ** 52 + 1,
      location_id: 2 ** 52 + 2,
      assigned_to: 2 ** 52 + 3,
    };
    const before = await service.writtenRows();

    expect(await tryOut('assets', wanted)).toMatchObject({ outcome: 'created' });
    expect(await service.writtenRows()).toEqual(before);
    expect(await apply(wanted)).toMatchObject({ status: 400 });
  });

  it('is of a PUT only', async () => {
    const { asset_id } = (await apply(await anAsset())).body.data;

    const path = `/admin/assets/${asset_id}/delete?dry_run=true`;
    expect(await service.admin.post(path, {})).toMatchObject({ status: 404 });
    expect(await get(asset_id)).toMatchObject({ asset_id });
  });
});

describe('PUT /admin/assets/batch', () => {
  interface Answers {
    readonly data: readonly Applied['data'][];
  }
  const applyAll = (entries: readonly unknown[], query = '') =>
    service.admin.put<Answers>(`/admin/assets/batch${query}`, { entries });

  it('adds new assets in one transaction, with tags in their order, meters and service records', async () => {
    const service_records = [
      { service_type: 'repair', description: 'New bearing', service_date: '2026-01-05' },
    ];
    const wanted = [
      { ...(await anAsset()), meters: [{ name: 'Run hours', unit: 'h', threshold: 500 }] },
      { ...(await anAsset()), status: 'In Maintenance', service_records },
      await anAsset(),
    ];
    await service.announced();

    const { status, body } = await applyAll(wanted);

    expect(status).toBe(200);
    const [first, second] = body.data;
    expect(body.data).toMatchObject([
      { outcome: 'created', meters: [{ name: 'Run hours', outcome: 'created' }] },
      { outcome: 'created', meters: [] },
      { outcome: 'created', meters: [] },
    ]);
    const tags = await Promise.all(
      body.data.map(async ({ asset_id }) => String((await get(asset_id))['asset_tag'])),
    );
    expect(tags).toEqual([...tags].sort());
    expect(await metersOf(first?.asset_id as number)).toHaveLength(1);
    expect(await get(second?.asset_id as number)).toMatchObject({ status: 'In Maintenance' });
    expect(
      await service.db.query('select from service_records where asset_id = $1', [second?.asset_id]),
    ).toHaveLength(1);
    expect((await service.announced()).map(({ type, subject }) => [type, subject])).toEqual(
      body.data.map(({ asset_id }) => ['asset.created', String(asset_id)]),
    );
    const ids = body.data.map(({ asset_id }) => asset_id);
    expect(
      await service.db.query('select distinct xmin::text from assets where id = any($1)', [ids]),
    ).toHaveLength(1);
  });

  it('looks up together what the assets point to, and asks each owner once', async () => {
    const asset_type_id = await service.givenAssetType();
    const entries = Array.from({ length: 50 }, (_, at) => ({
      asset_name: 'Chiller',
      asset_type_id,
      serial_number: `TOGETHER-${at}`,
      location_id: service.givenLocation(),
      assigned_to: service.givenTechnician(),
    }));
    const before = service.owners.requests.length;

    expect(await applyAll(entries)).toMatchObject({ status: 200 });

    const asked = service.owners.requests.slice(before).map(({ url }) => url.split('?')[0]);
    const { locations, customers, technicians } = INTERNAL_READS;
    expect(asked.sort()).toEqual([locations, customers, technicians].sort());
  });

  it('finds the assets that are there, changes what differs and adds the others', async () => {
    const [same, other, third] = [await anAsset(), await anAsset(), await anAsset()];
    const first = await applyAll([same, other]);
    await service.announced();

    const { body } = await applyAll([same, { ...other, asset_name: 'Cooler' }, third]);

    expect(body.data).toMatchObject([
      { asset_id: first.body.data[0]?.asset_id, outcome: 'unchanged' },
      { asset_id: first.body.data[1]?.asset_id, outcome: 'changed' },
      { outcome: 'created' },
    ]);
    expect((await service.announced()).map(({ type }) => type)).toEqual([
      'asset.updated',
      'asset.created',
    ]);
  });

  it('adds none of new assets when one is refused, and none in a dry run', async () => {
    const [one, other] = [await anAsset(), await anAsset()];
    const before = await service.writtenRows();

    expect(await applyAll([one, { ...other, location_id: 4_711_000 }])).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'location_id' }] },
    });
    expect((await applyAll([one, other], '?dry_run=true')).body.data).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
    ]);
    expect(await service.writtenRows()).toEqual(before);
  });

  it('adds each asset once when the same ones are sent at once', async () => {
    const wanted = [await anAsset(), await anAsset(), await anAsset()];

    const answers = await Promise.all([
      applyAll(wanted),
      applyAll([...wanted].reverse()),
      applyAll(wanted),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const outcomes = answers.flatMap(({ body }) => body.data);
    expect(new Set(outcomes.map(({ asset_id }) => asset_id)).size).toBe(3);
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(3);
  });

  it('refuses two of one serial number', async () => {
    const wanted = await anAsset();

    expect(await applyAll([wanted, wanted])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'entries.1' }] },
    });
  });
});
