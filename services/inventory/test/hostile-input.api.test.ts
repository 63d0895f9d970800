import fc from 'fast-check';
import { testService, type TestService } from './service';

let service: TestService;
let itemId: number;
let place: number;

beforeAll(async () => {
  service = await testService();
  place = await service.givenLocation();
  itemId = await service.givenItem({ stock: [{ location_id: place, quantity: 5 }] });
});
afterAll(() => service.close());

const PARAMETERS = [
  'id',
  'sub',
  'location_id',
  'page',
  'per_page',
  'category',
  'search',
  'low_stock',
  'type',
  'active_only',
];

const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '-1', '01', '1', '1e3', '9'.repeat(30), 'true', 'null', '\0', '%', '\\'),
  fc.constantFrom('stock', 'transactions', 'locations', 'low-stock', 'Add', 'warehouse'),
);

it('answers whatever query with a page or a refusal, never with a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), odd)), async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

      const { status } = await service.api.get(`/api/v1/inventory?${query}`);

      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 300 },
  );
});

it('finds an item by any part of its name', async () => {
  const api = service.api.as({ companyId: 3 });
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  let made = 0;
  await fc.assert(
    fc.asyncProperty(names, fc.nat(19), fc.nat(19), async (part_name, from, length) => {
      made += 1;
      const body = { part_number: `H-${made}`, part_name };
      const { status } = await api.post('/api/v1/inventory', body);
      fc.pre(status === 201);
      const term = part_name.trim().slice(from, from + length + 1);
      fc.pre(term.trim() !== '' && term.isWellFormed());

      const found = await api.get<{ data: { part_name: string }[] }>(
        `/api/v1/inventory?per_page=100&search=${encodeURIComponent(term)}`,
      );

      expect(found.body.data.map((item) => item.part_name)).toContain(part_name.trim());
    }),
    { numRuns: 80 },
  );
});

const FIELDS = [
  'part_number',
  'part_name',
  'description',
  'category',
  'serial_number',
  'quantity_on_hand',
  'warehouse_id',
  'location_id',
  'min_stock_level',
  'reorder_quantity',
  'cost_per_unit',
  'price_per_unit',
  'supplier_id',
  'quantity',
  'reason',
  'item_id',
  'from_location_id',
  'to_location_id',
  'notes',
  'stock',
];

const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 1e308, 2 ** 53, 2 ** 53 - 1, '\ud800', '\0', [], {}),
  fc.constantFrom<unknown>(2 ** 31 - 1, -(2 ** 31), true, 'x'.repeat(300)),
);

it('answers whatever body with success or a refusal, never with a fault of ours', async () => {
  const bodies = fc.oneof(
    fc.dictionary(fc.constantFrom(...FIELDS), values).map((fields) => ({
      part_number: 'HOSTILE',
      part_name: 'Part',
      location_id: place,
      quantity: 1,
      reason: 'Count',
      item_id: itemId,
      from_location_id: place,
      to_location_id: place + 1,
      ...fields,
    })),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const text = JSON.stringify(body);
      const path = '/api/v1/inventory';
      const answers = [
        await service.api.post(path, text),
        await service.api.put(`${path}?id=${itemId}`, text),
        await service.api.patch(`${path}?id=${itemId}`, text),
        await service.api.post(`${path}?id=${itemId}&sub=adjust`, text),
        await service.api.post(`${path}?sub=transfer`, text),
        await service.admin.put('/admin/items', text),
        await service.admin.put('/admin/suppliers', text),
        await service.admin.put('/admin/inventory-locations', text),
      ];

      for (const { status } of answers) expect([200, 201, 400, 404]).toContain(status);
    }),
    { numRuns: 100 },
  );
  expect(await service.differences()).toEqual([]);
});
