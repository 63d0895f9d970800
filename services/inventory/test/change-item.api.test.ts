import { testService, type TestService } from './service';

let service: TestService;
let supplier: number;

beforeAll(async () => {
  service = await testService();
  supplier = await service.givenSupplier();
});
afterAll(() => service.close());

const replace = (id: number, body: unknown) => service.ask('replaceItem', `?id=${id}`, body);
const patch = (id: number, body: unknown) => service.ask('patchItem', `?id=${id}`, body);
const LATER = '2026-03-05T10:00:00Z';

const full = () => ({
  description: 'Pleated',
  category: 'Filters',
  serial_number: 'SN-1',
  cost_per_unit: 6.4,
  price_per_unit: 14.95,
  supplier_id: supplier,
  min_stock_level: 5,
  reorder_quantity: 24,
});

beforeEach(() => service.clock.set('2026-03-02T14:15:00Z'));

describe('PUT /api/v1/inventory?id', () => {
  it('replaces the item, and resets what is not sent', async () => {
    const place = await service.givenLocation();
    const stock = [{ location_id: place, quantity: 7 }];
    const id = await service.givenItem({ ...full(), stock });
    service.clock.set(LATER);

    const { status, body } = await replace(id, { part_number: 'PUT-1', part_name: 'Other' });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Item updated.',
      data: {
        id,
        version: 3,
        external_id: null,
        part_number: 'PUT-1',
        part_name: 'Other',
        description: null,
        category: null,
        serial_number: null,
        quantity_on_hand: 7,
        min_stock_level: 0,
        reorder_quantity: 0,
        cost_per_unit: null,
        price_per_unit: null,
        supplier_id: null,
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-05T05:00:00-05:00',
      },
      request_id: 'req_1',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'item.updated',
        subject: String(id),
        version: 3,
        data: {
          part_number: 'PUT-1',
          previous: { category: 'Filters', supplier_id: supplier, min_stock_level: 5 },
        },
      },
    ]);
  });

  it('takes back an item that was read, whatever its read-only fields say', async () => {
    const id = await service.givenItem(full());
    const read = await service.ask<{ data: { item: object } }>('getItem', `?id=${id}`);
    service.clock.set(LATER);
    const before = await service.writtenRows();

    const answer = await replace(id, { ...read.body.data.item, quantity_on_hand: 99, id: 1 });

    expect(answer).toMatchObject({ status: 200, body: { data: read.body.data.item } });
    expect(await service.writtenRows()).toEqual(before);
  });

  it.each<[string, object, string]>([
    ['no name before bad values', { part_number: 'X', category: 5 }, 'missing_part_name'],
  ])('refuses %s, and writes nothing', async (_what, body, error) => {
    const id = await service.givenItem();
    const before = await service.writtenRows();

    expect(await replace(id, body)).toMatchObject({ status: 400, body: { error } });
    expect(await service.writtenRows()).toEqual(before);
  });
});

describe('PATCH /api/v1/inventory?id', () => {
  it('changes what is sent, and nothing else', async () => {
    const id = await service.givenItem({ part_number: 'PATCH-1', part_name: 'Filter', ...full() });
    service.clock.set(LATER);

    const { status, body } = await patch(id, { min_stock_level: 8, supplier_id: null });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Item updated.',
      data: {
        id,
        part_number: 'PATCH-1',
        part_name: 'Filter',
        ...full(),
        min_stock_level: 8,
        supplier_id: null,
        updated_at: '2026-03-05T05:00:00-05:00',
      },
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'item.updated',
        version: 2,
        data: { previous: { min_stock_level: 5, supplier_id: supplier } },
      },
    ]);
  });

  it.each(['description', 'category', 'serial_number', 'cost_per_unit', 'price_per_unit'])(
    'clears %s with null',
    async (field) => {
      const id = await service.givenItem(full());

      expect(await patch(id, { [field]: null })).toMatchObject({
        status: 200,
        body: { data: { [field]: null, min_stock_level: 5 } },
      });
    },
  );

  it('writes and announces nothing when nothing is different', async () => {
    const id = await service.givenItem(full());
    service.clock.set(LATER);
    const before = await service.writtenRows();

    expect(await patch(id, { category: ' Filters ', min_stock_level: 5 })).toMatchObject({
      status: 200,
    });
    expect(await service.writtenRows()).toEqual(before);
  });

  it.each<[string, object, string]>([
    ['unknown fields alone', { colour: 'red', quantity_on_hand: 5 }, 'no_fields'],
    ['a null name before bad values', { part_name: null, category: 5 }, 'invalid_part_name'],
    ['both empty', { part_name: '', part_number: '' }, 'invalid_part_number'],
  ])('refuses %s, and writes nothing', async (_what, body, error) => {
    const id = await service.givenItem();
    const before = await service.writtenRows();

    expect(await patch(id, body)).toMatchObject({ status: 400, body: { success: false, error } });
    expect(await service.writtenRows()).toEqual(before);
  });
});

describe.each([
  ['PUT', (id: number, part_number: string) => replace(id, { part_number, part_name: 'x' })],
  ['PATCH', (id: number, part_number: string) => patch(id, { part_number })],
])('%s', (_method, renumber) => {
  it('refuses the part number of another item, and accepts its own in another case', async () => {
    await service.givenItem({ part_number: `HELD-${_method}` });
    const id = await service.givenItem({ part_number: `Own-${_method}` });

    expect(await renumber(id, `held-${_method}`)).toMatchObject({
      status: 400,
      body: { error: 'duplicate_part_number' },
    });
    expect(await renumber(id, `OWN-${_method}`)).toMatchObject({ status: 200 });
  });

  it("answers 404 for another company's item and one that nobody has", async () => {
    const foreign = await service.givenItem({}, 2);

    for (const id of [foreign, 987_654]) {
      expect(await renumber(id, 'X-404')).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });

  it('shows no client that two items swap their numbers at once', async () => {
    const ids = await Promise.all(
      [1, 2].map((n) => service.givenItem({ part_number: `SWAP-${_method}-${n}` })),
    );

    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        ids.map((id, n) => renumber(id, `SWAP-${_method}-${((n + round + 1) % 2) + 1}`)),
      );
      for (const { status } of answers) expect([200, 400]).toContain(status);
    }
  });
});
