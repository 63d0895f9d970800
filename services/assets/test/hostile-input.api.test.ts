import fc from 'fast-check';
import { testService, type TestService } from './service';

let service: TestService;
let asset: { assetId: number; meterId: number };
let typeId: number;

beforeAll(async () => {
  service = await testService();
  typeId = await service.givenAssetType();
  asset = await service.givenMeter({}, { location_id: service.givenLocation() });
});
afterAll(() => service.close());

const PARAMETERS = [
  'id',
  'sub',
  'page',
  'per_page',
  'status',
  'asset_type_id',
  'condition',
  'location_id',
  'ownership_type',
  'search',
  'created_after',
  'created_before',
];

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '-1', '01', '1e3', '9'.repeat(30), 'Active', 'null', '\0', '%', '\\'),
  fc.constantFrom('2026-03-01', '0001-01-01', '9999-12-31T23:59:59-14:00', '2026-03-08 02:30:00'),
);

it('answers whatever query with a page or a refusal, never with a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), odd)), async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

      const { status } = await service.api.get(`/api/v1/assets?${query}`);

      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 200 },
  );
});

it('finds an asset by any part of its name', async () => {
  const companyId = 3;
  const asset_type_id = await service.givenAssetType(undefined, companyId);
  const api = service.api.as({ companyId });
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(names, fc.nat(19), fc.nat(19), async (name, from, length) => {
      const body = { asset_name: name, asset_type_id };
      const { status } = await api.post('/api/v1/assets', body);
      fc.pre(status === 201);
      const term = name.trim().slice(from, from + length + 1);
      fc.pre(term.trim() !== '' && term.isWellFormed());

      const found = await api.get<{ data: { asset_name: string }[] }>(
        `/api/v1/assets?search=${encodeURIComponent(term)}`,
      );

      expect(found.body.data.map(({ asset_name }) => asset_name)).toContain(name.trim());
    }),
    { numRuns: 100 },
  );
});

const FIELDS = [
  'asset_name',
  'asset_tag',
  'asset_type_id',
  'status',
  'location_id',
  'assigned_to',
  'serial_number',
  'model',
  'manufacturer',
  'purchase_date',
  'purchase_cost',
  'warranty_expiry',
  'notes',
  'condition',
  'ownership_type',
  'service_type',
  'description',
  'service_date',
  'service_cost',
  'technician_id',
  'labor_hours',
  'is_warranty_work',
  'warranty_claim_number',
  'meter_id',
  'reading_value',
  'reading_date',
  'to_location_id',
  'transfer_reason',
  'transfer_date',
];

const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 1e308, 2 ** 53, 2 ** 53 - 1, '\ud800', '\0', [], {}),
  fc.constantFrom('0001-01-01', '9999-12-31', 'Idle', 'good', 'leased', 'repair', true),
);

it('answers whatever body with success or a refusal, never with a fault of ours', async () => {
  const bodies = fc.oneof(
    fc.dictionary(fc.constantFrom(...FIELDS), values).map((fields) => ({
      asset_name: 'Pump',
      asset_type_id: typeId,
      service_type: 'repair',
      description: 'Repaired',
      service_date: '2026-03-01',
      meter_id: asset.meterId,
      reading_value: 1,
      reading_date: '2026-03-01',
      to_location_id: 1,
      ...fields,
    })),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const text = JSON.stringify(body);
      const path = '/api/v1/assets';
      const answers = [
        await service.api.post(path, text),
        await service.api.put(`${path}?id=${asset.assetId}`, text),
        await service.api.patch(`${path}?id=${asset.assetId}`, text),
        await service.api.post(`${path}?id=${asset.assetId}&sub=service`, text),
        await service.api.post(`${path}?id=${asset.assetId}&sub=meter_reading`, text),
        await service.api.post(`${path}?id=${asset.assetId}&sub=transfer`, text),
        await service.admin.put('/admin/assets', text),
      ];

      for (const { status } of answers) expect([200, 201, 400]).toContain(status);
    }),
    { numRuns: 100 },
  );
});
