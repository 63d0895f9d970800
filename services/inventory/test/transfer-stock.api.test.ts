import { testService, type TestService } from './service';

let service: TestService;
let main: number;
let van: number;

beforeAll(async () => {
  service = await testService();
  main = await service.givenLocation({ location_name: 'Main' });
  van = await service.givenLocation({ location_name: 'Van 1', location_type: 'vehicle' });
});
afterAll(() => service.close());

const transfer = (body: unknown, overrides = {}) =>
  service.ask('transferStock', '?sub=transfer', body, overrides);

const givenStocked = (quantity: number, locationId = main) =>
  service.givenItem({ stock: [{ location_id: locationId, quantity }] });

const move = (itemId: number, quantity: number, from = main, to = van) =>
  transfer({ item_id: itemId, from_location_id: from, to_location_id: to, quantity });

describe('POST /api/v1/inventory?sub=transfer', () => {
  it('moves stock, with a transaction on either side', async () => {
    const id = await givenStocked(10);

    const { status, body } = await transfer({
      item_id: id,
      from_location_id: main,
      to_location_id: van,
      quantity: 4,
      notes: 'Restock',
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Stock transferred.',
      data: {
        from_location: { location_id: main, location_name: 'Main', new_quantity: 6 },
        to_location: { location_id: van, location_name: 'Van 1', new_quantity: 4 },
      },
      request_id: 'req_1',
    });
    const listed = await service.ask('listItemTransactions', `?id=${id}&sub=transactions`);
    expect(listed.body).toMatchObject({
      data: [
        {
          transaction_type: 'Transfer_in',
          quantity: 4,
          location_id: van,
          location_name: 'Van 1',
          related_location_id: main,
          related_location_name: 'Main',
          user_name: 'API',
          notes: 'Restock',
        },
        {
          transaction_type: 'Transfer_out',
          quantity: -4,
          location_id: main,
          location_name: 'Main',
          related_location_id: van,
          related_location_name: 'Van 1',
          user_name: 'API',
          notes: 'Restock',
        },
        { transaction_type: 'Add', quantity: 10 },
      ],
    });
    expect((await service.ask('getItem', `?id=${id}`)).body).toMatchObject({
      data: { item: { quantity_on_hand: 10 } },
    });
    expect(await service.announced()).toMatchObject([
      {
        type: 'stock.changed',
        subject: String(id),
        actor: 'api_key:1',
        data: { quantity_on_hand: 10, movements: [{ quantity: -4 }, { quantity: 4 }] },
      },
    ]);
    expect(await service.differences()).toEqual([]);
  });

  const body = { item_id: 1, from_location_id: 1, to_location_id: 2, quantity: 1 };
  it.each<[string, object, number, string]>([
    ['no source', { item_id: 1, quantity: 0 }, 400, 'missing_from_location_id'],
    [
      'no destination',
      { item_id: 1, from_location_id: 1, quantity: 0 },
      400,
      'missing_to_location_id',
    ],
    [
      'a bad quantity before the same location',
      { ...body, to_location_id: 1, quantity: 0 },
      400,
      'invalid_quantity',
    ],
    [
      'the same location before an unknown item',
      { ...body, item_id: 987_654, to_location_id: 1 },
      400,
      'same_location',
    ],
    [
      'an unknown item before unknown locations',
      { ...body, item_id: 987_654, from_location_id: 987_654 },
      404,
      'item_not_found',
    ],
  ])('refuses %s, and writes nothing', async (_what, sent, status, error) => {
    const before = await service.writtenRows();

    expect(await transfer(sent)).toMatchObject({ status, body: { success: false, error } });
    expect(await service.writtenRows()).toEqual(before);
  });

  it('refuses an unknown source, then an unknown destination, then a source without stock', async () => {
    const id = await givenStocked(1, van);
    const foreign = await service.givenLocation({}, 2);
    const refusal = async (from: number, to: number) => (await move(id, 99, from, to)).body;

    expect(await refusal(987_654, 987_655)).toMatchObject({ error: 'from_location_not_found' });
    expect(await refusal(foreign, van)).toMatchObject({ error: 'from_location_not_found' });
    expect(await refusal(main, 987_655)).toMatchObject({ error: 'to_location_not_found' });
    expect(await refusal(main, foreign)).toMatchObject({ error: 'to_location_not_found' });
    expect(await refusal(main, van)).toMatchObject({ error: 'no_stock' });
  });

  it('tells a source that is empty by now from one that never had the item', async () => {
    const id = await givenStocked(2);
    await move(id, 2);

    expect((await move(id, 1)).body).toMatchObject({ error: 'insufficient_stock' });
  });

  it('moves no more than is available', async () => {
    const id = await givenStocked(10);
    await service.givenJob({
      job_id: 601,
      required_parts: [{ item_id: id, location_id: main, quantity: 4 }],
    });

    expect(await move(id, 7)).toMatchObject({ status: 400, body: { error: 'insufficient_stock' } });
    expect(await move(id, 6)).toMatchObject({ status: 200 });
    expect(await service.stockOf(id)).toMatchObject([
      { location_id: main, quantity: 4, reserved_quantity: 4, available: 0 },
      { location_id: van, quantity: 6, reserved_quantity: 0, available: 6 },
    ]);
  });

  it('empties an inactive location, and moves nothing to one', async () => {
    const location_name = 'Closing';
    const closing = await service.givenLocation({ location_name });
    const id = await givenStocked(3, closing);
    await service.givenLocation({ location_name, is_active: false });

    expect((await move(id, 1, closing, main)).status).toBe(200);
    expect((await move(id, 1, main, closing)).body).toMatchObject({
      error: 'to_location_not_found',
    });
  });

  it("does not know another company's item", async () => {
    const id = await service.givenItem({}, 2);

    expect(await move(id, 1)).toMatchObject({ status: 404, body: { error: 'item_not_found' } });
  });

  it('lets one of five that take all of it at once win', async () => {
    const id = await givenStocked(50);

    const answers = await Promise.all(Array.from({ length: 5 }, () => move(id, 50)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status === 400);
    expect(lost.map(({ body: refusal }) => refusal)).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ error: 'insufficient_stock' })),
    );
    expect(await service.stockOf(id)).toMatchObject([
      { location_id: main, quantity: 0 },
      { location_id: van, quantity: 50 },
    ]);
    expect(await service.differences()).toEqual([]);
  });

  it('moves the same item both ways at once without an error', async () => {
    const id = await service.givenItem({
      stock: [
        { location_id: main, quantity: 100 },
        { location_id: van, quantity: 100 },
      ],
    });

    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 === 0 ? move(id, 1, main, van) : move(id, 1, van, main),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await service.stockOf(id)).toMatchObject([{ quantity: 100 }, { quantity: 100 }]);
    expect(await service.differences()).toEqual([]);
  });
});
