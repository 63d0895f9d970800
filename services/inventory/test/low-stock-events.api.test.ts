import { testService, type TestService } from './service';

let service: TestService;
let warehouse: number;

beforeAll(async () => {
  service = await testService();
  warehouse = await service.givenLocation();
});
afterAll(() => service.close());

const given = (quantity: number, min_stock_level: number) =>
  service.givenItem({
    min_stock_level,
    stock: quantity > 0 ? [{ location_id: warehouse, quantity }] : [],
  });

const adjust = async (item: number, quantity: number): Promise<void> => {
  const body = { location_id: warehouse, quantity, reason: 'Counted' };
  const { status } = await service.ask('adjustStock', `?id=${item}&sub=adjust`, body);
  expect(status).toBe(200);
};

const timesLow = async (item: number): Promise<number> =>
  (await service.announced()).filter(
    ({ type, subject }) => type === 'stock.low' && subject === String(item),
  ).length;

async function isListed(item: number): Promise<boolean> {
  const { body } = await service.ask<{ data: { id: number }[] }>('listLowStock', '?sub=low-stock');
  return body.data.some(({ id }) => id === item);
}

describe('stock.low', () => {
  it('is announced once, until the item was above its minimum again', async () => {
    const item = await given(10, 5);
    const seen: unknown[] = [];
    const steps = [-4, -1, -1, -4, 4, 1, 1, -1, -1, 1, -1];
    await service.announced();
    for (const step of steps) {
      await adjust(item, step);
      seen.push([await timesLow(item), await isListed(item)]);
    }

    expect(seen).toEqual([
      [0, false], // 6
      [1, true], // 5
      [0, true], // 4
      [0, true], // 0
      [0, true], // 4
      [0, true], // 5
      [0, false], // 6
      [1, true], // 5
      [0, true], // 4
      [0, true], // 5
      [0, true], // 4
    ]);
  });

  it('is announced once however many take from the item at the same time', async () => {
    const item = await given(30, 15);
    await service.announced();

    await Promise.all(Array.from({ length: 24 }, () => adjust(item, -1)));

    const low = (await service.announced()).filter(({ type }) => type === 'stock.low');
    expect(low).toHaveLength(1);
    expect(low[0]).toMatchObject({ subject: String(item), data: { quantity_on_hand: 15 } });
  });

  it('follows a minimum that is raised to what there is, and not one that stays above', async () => {
    const item = await given(4, 0);
    const setMinimum = (min_stock_level: number) =>
      service.ask('patchItem', `?id=${item}`, { min_stock_level });
    await service.announced();
    const seen: number[] = [];
    for (const level of [3, 4, 5, 3, 4]) {
      await setMinimum(level);
      seen.push(await timesLow(item));
    }

    expect(seen).toEqual([0, 1, 0, 0, 1]);
  });

  it('is announced of a new item that has too little, as it is in the end', async () => {
    const create = async (quantity_on_hand: number) => {
      await service.announced();
      const { body } = await service.ask<{ item_id: number }>('createItem', '', {
        part_number: `NEW-${quantity_on_hand}`,
        part_name: 'New part',
        min_stock_level: 5,
        quantity_on_hand,
        warehouse_id: warehouse,
      });
      return timesLow(body.item_id);
    };

    expect([await create(0), await create(5), await create(6)]).toEqual([1, 1, 0]);
  });

  it('has nothing to do with a level of 0, with reservations, or with a transfer', async () => {
    const other = await service.givenLocation();
    const empty = await given(2, 0);
    const held = await given(10, 5);
    await service.announced();

    await adjust(empty, -2);
    await service.givenJob({
      job_id: 70,
      required_parts: [{ item_id: held, location_id: warehouse, quantity: 8 }],
    });
    await service.ask('transferStock', '?sub=transfer', {
      item_id: held,
      from_location_id: warehouse,
      to_location_id: other,
      quantity: 2,
    });

    const types = (await service.announced()).map(({ type }) => type);
    expect(types).toContain('stock.changed');
    expect(types).not.toContain('stock.low');
  });
});

it('stock.changed says what there was before, where that is different', async () => {
  const item = await given(10, 0);
  await service.announced();
  await adjust(item, -3);
  await service.givenJob({
    job_id: 71,
    required_parts: [{ item_id: item, location_id: warehouse, quantity: 2 }],
  });

  const changes = (await service.announced()).filter(({ type }) => type === 'stock.changed');
  expect(changes.map(({ data }) => data['previous'])).toEqual([{ quantity_on_hand: 10 }, {}]);
});
