import { SCOPES } from '@svc/contracts';
import { testService, type TestService } from './service';

interface ListBody {
  readonly data: readonly { readonly asset_id: number; readonly asset_tag: string }[];
  readonly pagination: { readonly total: number };
}

let service: TestService;
let newestFirst: number[];
let location: number;
let types: { pump: number; fan: number };

beforeAll(async () => {
  service = await testService();
  const { clock, givenAsset } = service;
  location = service.givenLocation({ location_name: 'Roof' });
  types = { pump: await service.givenAssetType('Pump'), fan: await service.givenAssetType('Fan') };
  const oldest = await givenAsset({
    asset_name: 'Cooling ÖLPUMPE',
    asset_type_id: types.pump,
    serial_number: 'SN-100%',
    condition: 'good',
  });
  clock.set('2026-03-03T04:59:59Z');
  const second = await givenAsset({
    asset_name: 'Fan of the roof',
    asset_type_id: types.fan,
    serial_number: 'SN-1000',
    location_id: location,
    status: 'Idle',
    ownership_type: 'leased',
  });
  clock.set('2026-03-03T05:00:00.900Z');
  const third = await givenAsset({
    asset_name: 'Fan_2',
    asset_type_id: types.fan,
    status: 'Idle',
    condition: 'broken',
    ownership_type: 'leased',
  });
  const newest = await givenAsset({
    asset_name: 'Compressor',
    asset_type_id: types.pump,
    location_id: location,
    condition: 'broken',
    ownership_type: 'company',
  });
  await givenAsset({ asset_name: 'Fan' }, 2);
  const deleted = await givenAsset({ asset_name: 'Fan', asset_type_id: types.fan });
  await service.admin.post(`/admin/assets/${deleted}/delete`);
  newestFirst = [newest, third, second, oldest];
});
afterAll(() => service.close());

const list = (query = '', overrides = {}) =>
  service.ask<ListBody>('listAssets', query, undefined, overrides);
const idsOf = ({ data }: ListBody) => data.map(({ asset_id }) => asset_id);
const encoded = encodeURIComponent;

describe('GET /api/v1/assets', () => {
  it("lists the company's assets, newest first, whole", async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(newestFirst);
    expect(body).toEqual({
      success: true,
      data: expect.any(Array),
      pagination: { page: 1, per_page: 50, total: 4, total_pages: 1 },
      request_id: 'req_1',
    });
    expect(body.data[0]).toEqual({
      asset_id: newestFirst[0],
      version: 1,
      external_id: null,
      asset_tag: 'AST-000004',
      asset_name: 'Compressor',
      asset_type_id: types.pump,
      asset_type_name: 'Pump',
      status: 'Active',
      location_id: location,
      location_name: 'Roof',
      assigned_to: null,
      assigned_to_name: null,
      serial_number: null,
      model: null,
      manufacturer: null,
      purchase_date: null,
      purchase_cost: null,
      warranty_expiry: null,
      notes: null,
      condition: 'broken',
      ownership_type: 'company',
      created_at: '2026-03-03T00:00:00-05:00',
      updated_at: '2026-03-03T00:00:00-05:00',
    });
  });

  it.each([
    ['a tag', 'AST-000003', [1]],
    ['part of a tag in lower case', 'ast-00000', [0, 1, 2, 3]],
    ['a serial number', 'sn-100', [2, 3]],
    ['the end of a name with the begin of a tag', 'compressorast', []],
  ])('finds %s', async (_what, term, positions) => {
    const { body } = await list(`?search=${encoded(term)}`);

    expect(idsOf(body)).toEqual(positions.map((position) => newestFirst[position]));
    expect(body.pagination).toMatchObject({ total: positions.length });
  });

  it('combines a search with filters and pages', async () => {
    const { body } = await list('?search=fan&ownership_type=leased&page=2&per_page=1');

    expect(idsOf(body)).toEqual([newestFirst[2]]);
    expect(body.pagination).toEqual({ page: 2, per_page: 1, total: 2, total_pages: 2 });
  });

  describe.each([1_000, 1_001])('in a company that has %i assets with a term', (many) => {
    const companyId = 1_000_000 + many;
    const search = async (query: string) => {
      const { body } = await list(`?${query}`, { companyId });
      const numbers = body.data.map(({ asset_tag }) => Number(asset_tag.slice(-6)));
      return { numbers, total: body.pagination.total };
    };
    const numbered = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => from - at);

    beforeAll(async () => {
      const type = await service.givenAssetType('Chiller', companyId);
      await service.db.query(
        `insert into assets (company_id, version, tag, name, search_text, asset_type_id, status,
           created_at, updated_at, deleted_at)
         select $1, 1, 'AST-' || lpad(n::text, 6, '0'), name, lower(name), $3,
           (array['Active', 'Idle'])[1 + n % 2], at, at,
           case when n = $2::integer + 1 then at end
         from generate_series(1, $2::integer + 10) n,
           lateral (select timestamptz '2026-03-01T00:00:00Z' + n * interval '1 minute' as at),
           lateral (select case when n > $2::integer + 1 then 'Pump' else 'Chiller 5% ' || n end
             as name)`,
        [companyId, many, type],
      );
    });

    it.each([
      ['its first page', 'search=CHILLER', numbered(many, many - 49), many],
      [
        'its last page',
        'search=chiller&per_page=100&page=10',
        numbered(many - 900, many - 999),
        many,
      ],
      ['its last asset', `search=chiller&per_page=1&page=${many}`, [1], many],
      ['nothing past its end', `search=chiller&page=${2 ** 53 - 1}`, [], many],
      ['its first page by a literal %', 'search=5%25&per_page=2', [many, many - 1], many],
      ['its first page by two letters', 'search=er&per_page=2', [many, many - 1], many],
      ['its first page by one letter', 'search=%25&per_page=2', [many, many - 1], many],
      [
        'its first page under another filter',
        'search=chiller&status=Active&per_page=2',
        [many - (many % 2), many - (many % 2) - 2],
        Math.floor(many / 2),
      ],
      [
        'its first page under a range of time',
        'search=chiller&created_before=2026-02-28T19:09:00-05:00',
        numbered(9, 1),
        9,
      ],
    ])('answers %s with a true total', async (_what, query, numbers, total) => {
      expect(await search(query)).toEqual({ numbers, total });
    });
  });

  it('names technicians only with the scope technicians:read', async () => {
    const companyId = 4;
    const assigned_to = service.givenTechnician({ technician_name: 'Ada Byron' }, companyId);
    await service.givenAsset({ assigned_to }, companyId);
    const scopes = SCOPES.filter((scope) => scope !== 'technicians:read');

    expect((await list('', { companyId })).body.data).toMatchObject([
      { assigned_to, assigned_to_name: 'Ada Byron' },
    ]);
    expect((await list('', { companyId, scopes })).body.data).toMatchObject([
      { assigned_to, assigned_to_name: null },
    ]);
  });

  it('keeps its totals true over creates, moves, updates, deletions and restorations at once', async () => {
    const companyId = 5;
    const asset_type_id = await service.givenAssetType('Valve', companyId);
    const api = service.api.as({ companyId });
    const admin = service.admin.as({ companyId });
    const ids = await Promise.all(
      Array.from({ length: 24 }, () => service.givenAsset({ asset_type_id }, companyId)),
    );

    await Promise.all(
      ids.map(async (id, at) => {
        if (at % 2 === 0) await api.patch(`/api/v1/assets?id=${id}`, { status: 'Idle' });
        if (at % 3 === 0) await api.put(`/api/v1/assets?id=${id}`, { condition: 'poor' });
        if (at % 4 === 0) await admin.post(`/admin/assets/${id}/delete`);
        if (at % 8 === 0) await admin.post(`/admin/assets/${id}/restore`);
      }),
    );

    const totals = await Promise.all(
      ['', '?status=Idle', '?condition=poor', '?status=Active&condition=poor'].map(
        async (query) => (await list(query, { companyId })).body.pagination.total,
      ),
    );
    const survives = (at: number): boolean => at % 4 !== 0 || at % 8 === 0;
    const expected = ids.map((_, at) => at).filter(survives);
    expect(totals).toEqual([
      expected.length,
      expected.filter((at) => at % 2 === 0).length,
      expected.filter((at) => at % 3 === 0).length,
      expected.filter((at) => at % 2 !== 0 && at % 3 === 0).length,
    ]);
  });
});
