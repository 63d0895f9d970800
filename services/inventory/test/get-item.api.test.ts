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

it('GET /api/v1/inventory?id&sub=transactions says whose ledger it is', async () => {
  const id = await service.givenItem({ stock: stock(100) });

  const { body } = await service.ask('listItemTransactions', `?id=${id}&sub=transactions`);

  expect(body).toMatchObject({ item_id: id, data: [{ quantity: 100 }] });
});
