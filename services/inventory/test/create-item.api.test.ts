import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => service.announced());

interface Created {
  readonly data: { readonly id: number };
  readonly item_id: number;
}

const create = (body: unknown, overrides = {}) =>
  service.ask<Created>('createItem', '', body, overrides);

let made = 0;
const aPart = (fields: Readonly<Record<string, unknown>> = {}) => {
  made += 1;
  return { part_number: `NEW-${made}`, part_name: 'Filter', ...fields };
};

describe('POST /api/v1/inventory', () => {
  it('creates an item of number and name alone', async () => {
    const { status, body } = await create({ part_number: 'F-100', part_name: 'Filter' });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Item created.',
      data: {
        id: body.item_id,
        version: 1,
        external_id: null,
        part_number: 'F-100',
        part_name: 'Filter',
        description: null,
        category: null,
        serial_number: null,
        quantity_on_hand: 0,
        min_stock_level: 0,
        reorder_quantity: 0,
        cost_per_unit: null,
        price_per_unit: null,
        supplier_id: null,
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
      },
      item_id: body.item_id,
      request_id: 'req_1',
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'item.created',
        subject: String(body.item_id),
        version: 1,
        actor: 'api_key:1',
        data: { part_number: 'F-100', quantity_on_hand: 0 },
      },
    ]);
    expect(await service.stockOf(body.item_id)).toEqual([]);
  });

  it('keeps six decimals of what one costs, in every answer of it', async () => {
    const { body } = await create(aPart({ cost_per_unit: 0.0125, price_per_unit: 0.000_001 }));

    const prices = { cost_per_unit: 0.0125, price_per_unit: 0.000_001 };
    expect(body).toMatchObject({ data: prices });
    expect((await service.ask('getItem', `?id=${body.item_id}`)).body).toMatchObject({
      data: { item: prices },
    });
    expect((await create(aPart({ cost_per_unit: 0.000_000_1 }))).body).toMatchObject({
      error: 'validation_failed',
      message: 'cost_per_unit must have no more than 6 decimal places.',
    });
  });

  it('records the opening stock as one Add at the location that receives it', async () => {
    const warehouse = await service.givenLocation({ location_name: 'Opening depot' });
    const supplier = await service.givenSupplier();

    const { body } = await create(
      aPart({
        description: 'Pleated',
        category: 'Filters',
        serial_number: 'SN-1',
        quantity_on_hand: 20,
        warehouse_id: warehouse,
        min_stock_level: 5,
        reorder_quantity: 24,
        cost_per_unit: 6.4,
        price_per_unit: 14.95,
        supplier_id: supplier,
      }),
    );

    expect(body).toMatchObject({
      data: {
        description: 'Pleated',
        category: 'Filters',
        serial_number: 'SN-1',
        quantity_on_hand: 20,
        min_stock_level: 5,
        reorder_quantity: 24,
        cost_per_unit: 6.4,
        price_per_unit: 14.95,
        supplier_id: supplier,
      },
    });
    const transactions = await service.ask(
      'listItemTransactions',
      `?id=${body.item_id}&sub=transactions`,
    );
    expect(transactions.body).toMatchObject({
      data: [
        {
          transaction_type: 'Add',
          quantity: 20,
          location_id: warehouse,
          location_name: 'Opening depot',
          related_location_id: null,
          related_location_name: null,
          job_id: null,
          user_name: 'API',
          created_at: '2026-03-02T09:15:00-05:00',
        },
      ],
      item_id: body.item_id,
      pagination: { total: 1 },
    });
    expect(await service.announced()).toMatchObject([
      { type: 'item.created', version: 1 },
      {
        type: 'stock.changed',
        version: 2,
        data: {
          quantity_on_hand: 20,
          stock: [{ location_id: warehouse, quantity: 20, reserved_quantity: 0, available: 20 }],
          movements: [{ number: 1, transaction_type: 'Add', quantity: 20 }],
        },
      },
    ]);
    expect(await service.differences()).toEqual([]);
  });

  it('looks at warehouse_id only where location_id is absent or null', async () => {
    const [one, other] = [await service.givenLocation(), await service.givenLocation()];
    const stockedAt = async (places: object) => {
      const { body } = await create(aPart({ quantity_on_hand: 1, ...places }));
      return (await service.stockOf(body.item_id)).map(({ location_id }) => location_id);
    };

    expect(await stockedAt({ location_id: one })).toEqual([one]);
    expect(await stockedAt({ warehouse_id: other })).toEqual([other]);
    expect(await stockedAt({ location_id: null, warehouse_id: other })).toEqual([other]);
    for (const warehouse_id of [other, 987_654, 'the big one', -1, null, {}]) {
      expect(await stockedAt({ location_id: one, warehouse_id })).toEqual([one]);
    }
  });

  it.each([
    [{ warehouse_id: 'x' }, 'warehouse_id'],
    [{ warehouse_id: 'x', location_id: null }, 'warehouse_id'],
    [{ warehouse_id: 'x', location_id: 'y' }, 'location_id'],
    [{ warehouse_id: 1, location_id: 'y' }, 'location_id'],
  ])('refuses %j for its %s alone', async (places, field) => {
    expect(await create(aPart({ quantity_on_hand: 1, ...places }))).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });

  it('takes null for an optional field as absent', async () => {
    const nothing = {
      description: null,
      category: null,
      serial_number: null,
      quantity_on_hand: null,
      warehouse_id: null,
      location_id: null,
      min_stock_level: null,
      reorder_quantity: null,
      cost_per_unit: null,
      price_per_unit: null,
      supplier_id: null,
    };

    expect(await create(aPart(nothing))).toMatchObject({
      status: 201,
      body: { data: { quantity_on_hand: 0, min_stock_level: 0, reorder_quantity: 0 } },
    });
  });

  it('keeps the same part number of two companies apart', async () => {
    await create({ part_number: 'SHARED', part_name: 'Filter' });

    expect(
      await create({ part_number: 'SHARED', part_name: 'Filter' }, { companyId: 2 }),
    ).toMatchObject({ status: 201 });
  });

  it.each<[string, unknown, string]>([
    ['no name before bad values', { part_number: 'X', min_stock_level: -1 }, 'missing_part_name'],
    ['stock nowhere', aPart({ quantity_on_hand: 1 }), 'warehouse_required'],
  ])('refuses %s, and writes nothing', async (_what, body, error) => {
    const before = await service.writtenRows();

    expect(await create(body)).toMatchObject({ status: 400, body: { success: false, error } });
    expect(await service.writtenRows()).toEqual(before);
  });

  it("refuses stock at an inactive location and at another company's", async () => {
    const inactive = await service.givenLocation({ is_active: false });
    const foreign = await service.givenLocation({}, 2);

    for (const warehouse_id of [inactive, foreign]) {
      expect(await create(aPart({ quantity_on_hand: 1, warehouse_id }))).toMatchObject({
        status: 400,
        body: { error: 'warehouse_required' },
      });
    }
  });

  it('refuses a part number that another item has in any case and form, before a missing warehouse', async () => {
    await create({ part_number: 'Straße-1 Οδός é', part_name: 'x' });

    for (const part_number of [' STRAßE-1 ΟΔΌΣ E\u0301 ', 'straß\u200Be-1 οδόσ é\u00AD']) {
      expect(await create({ part_number, part_name: 'y', quantity_on_hand: 1 })).toMatchObject({
        status: 400,
        body: { error: 'duplicate_part_number' },
      });
    }
    for (const part_number of ['İ9', 'i9', 'ı9']) {
      expect(await create({ part_number, part_name: 'z' })).toMatchObject({
        status: 201,
        body: { data: { part_number } },
      });
    }
  });

  it('names an unknown supplier before a part number that is taken', async () => {
    await create({ part_number: 'TAKEN', part_name: 'x' });

    expect(
      await create({ part_number: 'taken', part_name: 'y', supplier_id: 987_654 }),
    ).toMatchObject({ body: { error: 'validation_failed', errors: [{ field: 'supplier_id' }] } });
  });

  it('creates one item of many with the same part number at once', async () => {
    const body = aPart();

    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });
});
