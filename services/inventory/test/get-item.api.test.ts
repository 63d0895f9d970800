import { testService, type TestService } from './service';

let service: TestService;
let main: number;

beforeAll(async () => {
  service = await testService();
  main = await service.givenLocation({ location_name: 'Main' });
});
afterAll(() => service.close());

const stock = (quantity: number) => [{ location_id: main, quantity }];

describe('GET /api/v1/inventory?id', () => {
  it('answers the item with its stock', async () => {
    const id = await service.givenItem({
      part_number: 'F-1',
      part_name: 'Filter',
      min_stock_level: 2,
      stock: stock(5),
    });
    await service.givenJob({
      job_id: 1,
      required_parts: [{ item_id: id, location_id: main, quantity: 2 }],
    });

    const { status, body } = await service.ask('getItem', `?id=${id}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        item: {
          id,
          version: 3,
          external_id: null,
          part_number: 'F-1',
          part_name: 'Filter',
          description: null,
          category: null,
          serial_number: null,
          quantity_on_hand: 5,
          min_stock_level: 2,
          reorder_quantity: 0,
          cost_per_unit: null,
          price_per_unit: null,
          supplier_id: null,
          created_at: '2026-03-02T09:15:00-05:00',
          updated_at: '2026-03-02T09:15:00-05:00',
        },
        stock: [
          {
            location_id: main,
            location_name: 'Main',
            location_type: 'warehouse',
            quantity: 5,
            reserved_quantity: 2,
            available: 3,
            last_updated: '2026-03-02T09:15:00-05:00',
          },
        ],
      },
      request_id: 'req_1',
    });
  });
});

describe('GET /api/v1/inventory?id&sub=stock', () => {
  it('answers every location that has or had the item', async () => {
    const van = await service.givenLocation({ location_name: 'Van', location_type: 'vehicle' });
    const id = await service.givenItem({ stock: stock(5) });
    await service.ask('transferStock', '?sub=transfer', {
      item_id: id,
      from_location_id: main,
      to_location_id: van,
      quantity: 5,
    });

    const { body } = await service.ask('listItemStock', `?id=${id}&sub=stock`);

    expect(body).toEqual({
      success: true,
      data: [
        expect.objectContaining({ location_id: main, quantity: 0, available: 0 }),
        expect.objectContaining({ location_id: van, location_type: 'vehicle', quantity: 5 }),
      ],
      item_id: id,
      request_id: 'req_1',
    });
  });
});

describe('GET /api/v1/inventory?id&sub=transactions', () => {
  const list = (id: number, query = '') =>
    service.ask<{ data: { quantity: number }[]; pagination: unknown }>(
      'listItemTransactions',
      `?id=${id}&sub=transactions${query}`,
    );
  const quantities = async (id: number, query = '') =>
    (await list(id, query)).body.data.map(({ quantity }) => quantity);

  it('answers the ledger newest first, page by page and by type', async () => {
    const id = await service.givenItem({ stock: stock(100) });
    for (const quantity of [1, 2, 3, 4]) {
      await service.ask('adjustStock', `?id=${id}&sub=adjust`, {
        location_id: main,
        quantity,
        reason: 'Count',
      });
    }

    expect(await quantities(id)).toEqual([4, 3, 2, 1, 100]);
    expect(await quantities(id, '&per_page=2&page=2')).toEqual([2, 1]);
    expect(await quantities(id, '&per_page=2&page=3')).toEqual([100]);
    expect(await quantities(id, '&per_page=2&page=4')).toEqual([]);
    expect(await quantities(id, '&type=Add')).toEqual([100]);
    expect(await quantities(id, '&type=Adjust&per_page=3&page=2')).toEqual([1]);
    expect((await list(id, '&per_page=2')).body.pagination).toEqual({
      page: 1,
      per_page: 2,
      total: 5,
      total_pages: 3,
    });
    expect((await list(id, '&type=Adjust')).body.pagination).toMatchObject({ total: 4 });
    expect((await list(id, '&type=Remove')).body).toMatchObject({
      data: [],
      item_id: id,
      pagination: { total: 0, total_pages: 0 },
    });
  });
});
