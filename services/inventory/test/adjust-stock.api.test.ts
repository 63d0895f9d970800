import { testService, type TestService } from './service';

let service: TestService;
let warehouse: number;

beforeAll(async () => {
  service = await testService();
  warehouse = await service.givenLocation({ location_name: 'Main' });
});
afterAll(() => service.close());

const adjust = (id: number | string, body: unknown, overrides = {}) =>
  service.ask<{ data: { new_quantity: number } }>(
    'adjustStock',
    `?id=${id}&sub=adjust`,
    body,
    overrides,
  );

const givenStocked = (quantity: number, locationId = warehouse) =>
  service.givenItem({ stock: [{ location_id: locationId, quantity }] });

const reserve = (jobId: number, itemId: number, quantity: number) =>
  service.givenJob({
    job_id: jobId,
    required_parts: [{ item_id: itemId, location_id: warehouse, quantity }],
  });

describe('POST /api/v1/inventory?id&sub=adjust', () => {
  it('adds and removes, and answers the quantity afterwards', async () => {
    const id = await givenStocked(10);
    service.clock.set('2026-07-01T12:00:00Z');

    const added = await adjust(id, { location_id: warehouse, quantity: 5, reason: 'Found' });
    const removed = await adjust(id, { location_id: warehouse, quantity: -15, reason: 'Lost' });

    expect(added.status).toBe(200);
    expect(added.body).toEqual({
      success: true,
      message: 'Stock adjusted.',
      data: { new_quantity: 15 },
      request_id: 'req_1',
    });
    expect(removed.body.data.new_quantity).toBe(0);
    const { body } = await service.ask('listItemTransactions', `?id=${id}&sub=transactions`);
    expect(body).toMatchObject({
      data: [
        { transaction_type: 'Adjust', quantity: -15, notes: 'Lost', user_name: 'API' },
        {
          transaction_type: 'Adjust',
          quantity: 5,
          location_id: warehouse,
          location_name: 'Main',
          related_location_id: null,
          job_id: null,
          notes: 'Found',
          created_at: '2026-07-01T08:00:00-04:00',
        },
        { transaction_type: 'Add', quantity: 10, user_name: null },
      ],
      pagination: { total: 3 },
    });
    expect(await service.announced()).toMatchObject([
      { type: 'stock.changed', subject: String(id), data: { quantity_on_hand: 15 } },
      { type: 'stock.changed', data: { quantity_on_hand: 0 } },
    ]);
    expect(await service.differences()).toEqual([]);
    service.clock.set('2026-03-02T14:15:00Z');
  });

  it('brings an item to a location that never had it', async () => {
    const id = await givenStocked(1);
    const van = await service.givenLocation({ location_type: 'vehicle' });

    expect(await adjust(id, { location_id: van, quantity: 2, reason: 'x' })).toMatchObject({
      body: { data: { new_quantity: 2 } },
    });
    expect((await service.ask('getItem', `?id=${id}`)).body).toMatchObject({
      data: { item: { quantity_on_hand: 3 }, stock: [{ quantity: 1 }, { quantity: 2 }] },
    });
  });

  const body = { location_id: 1, quantity: 1, reason: 'Count' };
  it.each<[string, object, string]>([
    ['no quantity and no reason', { location_id: 1 }, 'missing_quantity'],
    ['no reason', { location_id: 1, quantity: 1 }, 'missing_reason'],
    ['no reason before 0', { location_id: 1, quantity: 0 }, 'missing_reason'],
    ['no reason before a bad location', { location_id: 'x', quantity: 1 }, 'missing_reason'],
    ['-0', { ...body, quantity: -0 }, 'invalid_quantity'],
    ['one far past them', { ...body, quantity: -1e300 }, 'validation_failed'],
    [
      'an unknown location before too little stock',
      { ...body, location_id: 987_654, quantity: -99 },
      'location_not_found',
    ],
  ])('refuses %s, and writes nothing', async (_what, sent, error) => {
    const id = await givenStocked(3);
    await service.announced();
    const before = await service.writtenRows();

    expect(await adjust(id, sent)).toMatchObject({ status: 400, body: { success: false, error } });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses bad values before an unknown item, and that before an unknown location', async () => {
    expect(await adjust(987_654, { ...body, quantity: 0 })).toMatchObject({
      status: 400,
      body: { error: 'invalid_quantity' },
    });
    expect(await adjust(987_654, { ...body, location_id: 987_654 })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it("does not know another company's item and location", async () => {
    const id = await givenStocked(3);
    const foreignItem = await service.givenItem({}, 2);
    const foreignPlace = await service.givenLocation({}, 2);

    expect(await adjust(foreignItem, { ...body, location_id: warehouse })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    expect(await adjust(id, { ...body, location_id: foreignPlace })).toMatchObject({
      body: { error: 'location_not_found' },
    });
  });

  it('takes no more than is available', async () => {
    const id = await givenStocked(10);
    await reserve(501, id, 4);

    expect(await adjust(id, { ...body, location_id: warehouse, quantity: -7 })).toMatchObject({
      status: 400,
      body: { error: 'insufficient_stock' },
    });
    expect(await adjust(id, { ...body, location_id: warehouse, quantity: -6 })).toMatchObject({
      body: { data: { new_quantity: 4 } },
    });
    const elsewhere = await service.givenLocation();
    expect(await adjust(id, { ...body, location_id: elsewhere, quantity: -1 })).toMatchObject({
      body: { error: 'insufficient_stock' },
    });
  });

  it('adds nothing to an inactive location, which can be emptied', async () => {
    const name = 'To be closed';
    const place = await service.givenLocation({ location_name: name });
    const id = await givenStocked(5, place);
    await service.givenLocation({ location_name: name, is_active: false });

    expect(await adjust(id, { ...body, location_id: place })).toMatchObject({
      body: { error: 'location_not_found' },
    });
    expect(await adjust(id, { ...body, location_id: place, quantity: -5 })).toMatchObject({
      body: { data: { new_quantity: 0 } },
    });
  });

  it('keeps the total within 32 bits', async () => {
    const most = 2 ** 31 - 1;
    const id = await givenStocked(most - 1);
    const other = await service.givenLocation();

    expect(await adjust(id, { ...body, location_id: other, quantity: 2 })).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'quantity' }] },
    });
    expect(await adjust(id, { ...body, location_id: other, quantity: 1 })).toMatchObject({
      status: 200,
    });
  });

  it('loses none of 200 adjustments at once', async () => {
    const id = await givenStocked(100);
    const bodies = Array.from({ length: 200 }, (_, n) => ({
      location_id: warehouse,
      quantity: n % 2 === 0 ? 1 : -1,
      reason: `Count ${n}`,
    }));

    const answers = await Promise.all(bodies.map((each) => adjust(id, each)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await service.stockOf(id)).toMatchObject([{ quantity: 100, reserved_quantity: 0 }]);
    const { body: page } = await service.ask('listItemTransactions', `?id=${id}&sub=transactions`);
    expect(page).toMatchObject({ pagination: { total: 201 } });
    expect(await service.differences()).toEqual([]);
  });

  it('takes the last one of several at once only once', async () => {
    const id = await givenStocked(1);
    const take = { location_id: warehouse, quantity: -1, reason: 'Taken' };

    const answers = await Promise.all(Array.from({ length: 10 }, () => adjust(id, take)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(await service.stockOf(id)).toMatchObject([{ quantity: 0 }]);
  });
});
