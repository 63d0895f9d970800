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

interface List {
  readonly data: readonly Record<string, unknown>[];
  readonly pagination: object;
}

const PATH = '/admin';

const show = <Body = { data: Record<string, unknown> }>(path: string, companyId = 1) =>
  service.admin.as({ companyId }).get<Body>(`${PATH}/${path}`);

const rows = async (path: string, companyId = 1) => (await show<List>(path, companyId)).body.data;

const remove = (id: number) => service.admin.post(`/admin/assets/${id}/delete`);

let companies = 100;
const newCompany = (): number => (companies += 1);

describe('GET /admin/assets', () => {
  it('lists assets by search, status and type, the newest first', async () => {
    const company = newCompany();
    const [chillers, pumps] = [
      await service.givenAssetType('Chiller', company),
      await service.givenAssetType('Pump', company),
    ];
    const given = (overrides: object) => service.givenAsset({ ...overrides }, company);
    const old = await given({ asset_name: 'Old chiller', asset_type_id: chillers });
    const idle = await given({ asset_type_id: chillers, status: 'Idle' });
    const pump = await given({ asset_type_id: pumps, serial_number: 'PX-77' });

    const ids = async (query: string) =>
      (await rows(`assets?${query}`, company)).map((asset) => asset['asset_id']);
    expect(await ids('per_page=25')).toEqual([pump, idle, old]);
    expect(await ids('status=Idle')).toEqual([idle]);
    expect(await ids(`asset_type_id=${chillers}`)).toEqual([idle, old]);
    expect(await ids('search=px-7')).toEqual([pump]);
    expect((await show<List>('assets?per_page=2&page=2', company)).body.pagination).toEqual({
      page: 2,
      per_page: 2,
      total: 3,
      total_pages: 2,
    });
  });

  it('names location and technician, whatever scopes a statement has', async () => {
    const location_id = service.givenLocation({ location_name: 'Roof' });
    const assigned_to = service.givenTechnician({ technician_name: 'Ada Byron' });
    const id = await service.givenAsset({ location_id, assigned_to });

    expect(await rows('assets?per_page=1')).toMatchObject([
      { asset_id: id, location_name: 'Roof', assigned_to_name: 'Ada Byron' },
    ]);
  });

  it('lists deleted assets in place of all others', async () => {
    const company = newCompany();
    const kept = await service.givenAsset({}, company);
    const gone = await service.givenAsset({ status: 'Idle' }, company);
    await service.admin.as({ companyId: company }).post(`/admin/assets/${gone}/delete`);

    expect(await rows('assets', company)).toMatchObject([{ asset_id: kept }]);
    const { body } = await show<List>('assets?deleted=true', company);
    expect(body).toMatchObject({ data: [{ asset_id: gone }], pagination: { total: 1 } });
    expect(await rows('assets?deleted=true&status=Active', company)).toEqual([]);
  });

  it.each(['status=Broken', 'deleted=perhaps', 'asset_type_id=x', 'search='])(
    'refuses %s',
    async (query) => {
      expect(await show(`assets?${query}`)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: query.split('=')[0] }] },
      });
    },
  );
});

describe('GET /admin/assets/:id', () => {
  it('shows where the asset may go from here', async () => {
    const id = await service.givenAsset({ status: 'Lost' });

    expect((await show(`assets/${id}`)).body.data).toMatchObject({
      asset_id: id,
      version: 1,
      deleted: false,
      allowed_moves: ['Active', 'Retired', 'Decommissioned'],
      can_be_transferred: false,
    });
    const active = await service.givenAsset();
    expect((await show(`assets/${active}`)).body.data).toMatchObject({ can_be_transferred: true });
  });

  it('shows a deleted asset, which may go nowhere', async () => {
    const id = await service.givenAsset();
    await remove(id);

    expect((await show(`assets/${id}`)).body.data).toMatchObject({
      asset_id: id,
      deleted: true,
      allowed_moves: [],
      can_be_transferred: false,
    });
  });
});

describe('what belongs to an asset', () => {
  it('is its service, with the technician by name, of a deleted asset too', async () => {
    const technician_id = service.givenTechnician({ technician_name: 'Ada Byron' });
    const id = await service.givenAsset();
    const record = (service_date: string, more: object = {}) =>
      service.ask('createServiceRecord', `?id=${id}&sub=service`, {
        service_type: 'repair',
        description: 'New belt',
        service_date,
        ...more,
      });
    await record('2026-02-01', { technician_id });
    await record('2026-02-20');
    await remove(id);

    expect(await rows(`assets/${id}/service-records`)).toMatchObject([
      { service_date: '2026-02-20', technician_name: null },
      { service_date: '2026-02-01', technician_id, technician_name: 'Ada Byron' },
    ]);
  });

  it('is where it was, with locations by name, the latest first', async () => {
    const roof = service.givenLocation({ location_name: 'Roof' });
    const cellar = service.givenLocation({ location_name: 'Cellar' });
    const id = await service.givenAsset();
    for (const [to_location_id, transfer_reason] of [
      [roof, undefined],
      [cellar, 'Too much sun'],
    ] as const) {
      const body = { to_location_id, transfer_reason, transfer_date: '2026-03-01' };
      await service.ask('transferAsset', `?id=${id}&sub=transfer`, body);
    }

    const transfers = await rows(`assets/${id}/transfers`);

    expect(transfers).toEqual([
      {
        transfer_id: expect.any(Number),
        asset_id: id,
        from_location_id: roof,
        from_location_name: 'Roof',
        to_location_id: cellar,
        to_location_name: 'Cellar',
        transfer_reason: 'Too much sun',
        transfer_date: '2026-03-01',
        status: 'Completed',
        created_at: '2026-03-02T09:15:00-05:00',
      },
      expect.objectContaining({ from_location_name: null, to_location_name: 'Roof' }),
    ]);
  });

  it.each(['', '/service-records', '/transfers', '/meters'])(
    'is nothing of what another company or nobody has: assets/:id%s',
    async (part) => {
      const other = await service.givenAsset({}, 2);

      for (const id of [other, 999_999]) {
        expect(await show(`assets/${id}${part}`)).toMatchObject({
          status: 404,
          body: { error: 'not_found' },
        });
      }
    },
  );
});

describe('meters', () => {
  const add = (assetId: number, body: object, companyId = 1) =>
    service.admin
      .as({ companyId })
      .post<{ data: { meter_id: number } }>(`${PATH}/assets/${assetId}/meters`, body);

  const edit = (meterId: number, body: object, companyId = 1) =>
    service.admin.as({ companyId }).put(`${PATH}/meters/${meterId}`, body);

  const read = (id: number, meter_id: number, reading_value: number, reading_date: string) =>
    service.ask('submitMeterReading', `?id=${id}&sub=meter_reading`, {
      meter_id,
      reading_value,
      reading_date,
    });

  it('are added, read, and shown by name with their last reading', async () => {
    const id = await service.givenAsset();

    const { status, body } = await add(id, { name: 'Run hours', unit: 'h', threshold: 500 });
    const meterId = body.data.meter_id;
    await add(id, { name: 'ampere' });
    await read(id, meterId, 310.5, '2026-03-01');
    await read(id, meterId, 120, '2026-01-01');

    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        message: 'Meter added.',
        data: {
          meter_id: meterId,
          asset_id: id,
          name: 'Run hours',
          unit: 'h',
          threshold: 500,
          last_reading_value: null,
          last_reading_date: null,
        },
        request_id: 'req_1',
      },
    });
    expect(await rows(`assets/${id}/meters`)).toMatchObject([
      { name: 'ampere', unit: null, threshold: null },
      { name: 'Run hours', last_reading_value: 310.5, last_reading_date: '2026-03-01' },
    ]);
    expect(await rows(`meters/${meterId}/readings?per_page=25`)).toEqual([
      {
        reading_id: expect.any(Number),
        reading_value: 310.5,
        reading_date: '2026-03-01',
        created_at: '2026-03-02T09:15:00-05:00',
      },
      expect.objectContaining({ reading_value: 120, reading_date: '2026-01-01' }),
    ]);
  });

  it('are changed, and their new threshold counts from the next reading on', async () => {
    const { assetId, meterId } = await service.givenMeter({ threshold: 500 });
    await read(assetId, meterId, 300, '2026-02-01');
    await service.announced();

    const wanted = { name: 'RUN HOURS', unit: 'hours', threshold: 200 };
    expect(await edit(meterId, wanted)).toMatchObject({
      status: 200,
      body: { data: { meter_id: meterId, ...wanted, last_reading_value: 300 } },
    });
    expect(await service.announced()).toEqual([]);
    await read(assetId, meterId, 210, '2026-02-02');
    expect(await service.announced()).toMatchObject([
      { type: 'asset.meter_threshold_reached', data: { threshold: 200, reading_value: 210 } },
    ]);

    await edit(meterId, { name: 'Run hours' });
    expect(await rows(`assets/${assetId}/meters`)).toMatchObject([
      { name: 'Run hours', unit: null, threshold: null },
    ]);
  });

  it('have a name of their own on their asset, without regard to case', async () => {
    const { assetId, meterId } = await service.givenMeter();
    const other = (await add(assetId, { name: 'Starts' })).body.data.meter_id;
    const before = await service.writtenRows();
    const taken = (name: string) => {
      const message = `The asset has a meter named ${name} already.`;
      const errors = [{ field: 'name', message }];
      return { status: 409, body: { error: 'conflict', message, errors } };
    };

    expect(await add(assetId, { name: 'run HOURS' })).toMatchObject(taken('Run hours'));
    expect(await edit(meterId, { name: 'starts' })).toMatchObject(taken('Starts'));
    expect(await service.writtenRows()).toEqual(before);
    expect((await edit(other, { name: 'STARTS' })).status).toBe(200);
  });

  it('have names that Unicode folds: a dotted capital I is no i', async () => {
    const id = await service.givenAsset();

    const statuses: number[] = [];
    for (const name of ['İ9', 'i9', 'I9', 'Οδός', 'ΟΔΌΣ', 'é', 'E\u0301', 'e\u200B']) {
      statuses.push((await add(id, { name })).status);
    }
    expect(statuses).toEqual([201, 201, 409, 201, 409, 201, 409, 201]);
  });

  it('are added once of many that are sent at once', async () => {
    const id = await service.givenAsset();

    const answers = await Promise.all(Array.from({ length: 5 }, () => add(id, { name: 'Starts' })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    ['name', {}],
    ['name', { name: ' ' }],
    ['threshold', { name: 'Starts', threshold: -1 }],
    ['unit', { name: 'Starts', unit: 5 }],
  ])('are refused with a wrong %s, which writes nothing', async (field, body) => {
    const { assetId, meterId } = await service.givenMeter();
    const before = await service.writtenRows();

    for (const answer of [await add(assetId, body), await edit(meterId, body)]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field }] },
      });
    }
    expect(await service.writtenRows()).toEqual(before);
  });

  it("of a deleted asset are shown but not changed; another company's do not exist", async () => {
    const { assetId, meterId } = await service.givenMeter();

    expect((await add(assetId, { name: 'Starts' }, 2)).status).toBe(404);
    expect((await edit(meterId, { name: 'Starts' }, 2)).status).toBe(404);
    expect((await show(`meters/${meterId}/readings`, 2)).status).toBe(404);
    await remove(assetId);
    expect((await add(assetId, { name: 'Starts' })).status).toBe(404);
    expect((await edit(meterId, { name: 'Starts' })).status).toBe(404);
    expect(await rows(`assets/${assetId}/meters`)).toHaveLength(1);
    expect((await show(`meters/${meterId}/readings`)).status).toBe(200);
  });
});

describe('GET /admin/asset-types', () => {
  it('lists the types of the company by name, as far as they fit', async () => {
    const company = newCompany();
    const given = ['Pump', 'boiler', 'Ärmel', 'Heat pump'];
    const [pump] = await Promise.all(given.map((name) => service.givenAssetType(name, company)));
    await service.givenAssetType('Elevator', newCompany());
    const names = async (query: string) =>
      (await rows(`asset-types?${query}`, company)).map((type) => type['asset_type_name']);

    expect((await names('')).slice(0, 3)).toEqual(['boiler', 'Heat pump', 'Pump']);
    expect(await names('search=PUMP')).toEqual(['Heat pump', 'Pump']);
    expect(await names('search=ä')).toEqual(['Ärmel']);
    expect(await names(`asset_type_id=${pump}`)).toEqual(['Pump']);
    expect(await names('per_page=1&page=2')).toEqual(['Heat pump']);
  });
});
