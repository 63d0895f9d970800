import { randomInt } from 'node:crypto';
import { createRun } from '@svc/database';
import { explainQueries } from '@svc/testing-services';
import { createItemReads } from '../src/persistence/item-reads';
import { createStockReads } from '../src/persistence/stock-reads';
import { createWrites } from '../src/persistence/transaction';
import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

describe('the ledger', () => {
  it.each([
    'update transactions set quantity = 99',
    "update transactions set notes = 'x' where false",
    'delete from transactions',
    'truncate transactions',
  ])('refuses "%s"', async (sql) => {
    await expect(service.db.query(sql)).rejects.toThrow('The ledger is append-only');
  });

  it.each([
    ['a quantity below 0', 'update stock set quantity = -1', 'stock_quantity_check'],
    [
      'more reserved than there is',
      'update stock set reserved_quantity = 9',
      'stock_quantity_check',
    ],
    ['a total below 0', 'update items set quantity_on_hand = -1', 'items_quantity_check'],
  ])('has no row with %s', async (_what, sql, constraint) => {
    const place = await service.givenLocation({}, 90);
    await service.givenItem({ stock: [{ location_id: place, quantity: 5 }] }, 90);

    await expect(service.db.query(`${sql} where company_id = 90`)).rejects.toThrow(constraint);
  });

  it('has the movements of an item since a time, and their total, read from an index alone', async () => {
    const id = await service.givenItem({}, 92);
    const item = await createItemReads(createRun(service.db)).find(92, id);

    const plans = await explainQueries(service.db, (run) =>
      createStockReads(run).transactions(
        item,
        { createdFrom: new Date() },
        { page: 1, perPage: 50 },
      ),
    );

    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toMatch(/Index (Only )?Scan using transactions_by_time/);
  });

  it('tells every way in which stock and ledger may differ', async () => {
    const companyId = 91;
    const place = await service.givenLocation({}, companyId);
    const stock = [{ location_id: place, quantity: 5 }];
    const id = await service.givenItem({ stock }, companyId);
    expect(await service.differences(companyId)).toEqual([]);

    await service.db.query('update items set quantity_on_hand = 7 where id = $1', [id]);
    await service.db.query('update stock set reserved_quantity = 1 where item_id = $1', [id]);
    await service.db.query('update items set movements = 3 where id = $1', [id]);

    const about = { item_id: id, location_id: null };
    const there = { item_id: id, location_id: place };
    expect(await service.differences(companyId)).toEqual([
      { ...about, check: 'movements <> last number', recorded: 3, derived: 1 },
      { ...about, check: 'movements <> transactions', recorded: 3, derived: 1 },
      { ...about, check: 'quantity_on_hand <> stock', recorded: 7, derived: 5 },
      { ...about, check: 'quantity_on_hand <> transactions', recorded: 7, derived: 5 },
      { ...there, check: 'reserved <> reservations', recorded: 1, derived: 0 },
      { ...there, check: 'reserved <> transactions', recorded: 1, derived: 0 },
    ]);
    await service.db.query('update stock set quantity = 6 where item_id = $1', [id]);
    expect(await service.differences(companyId)).toContainEqual({
      ...there,
      check: 'stock <> transactions',
      recorded: 6,
      derived: 5,
    });
  });
});

describe('a random mix of adjustments, transfers, edits and jobs by 16 workers at once', () => {
  const WORKERS = 16;
  const STEPS = 25;

  it('conserves the totals, and shows nobody an error of ours', async () => {
    const places = await Promise.all([1, 2, 3].map(() => service.givenLocation()));
    const items = await Promise.all(
      [1, 2, 3, 4].map(() =>
        service.givenItem({
          min_stock_level: 60,
          stock: places.map((location_id) => ({ location_id, quantity: 20 })),
        }),
      ),
    );
    const pick = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T;
    const added = new Map(items.map((id) => [id, 60]));
    const faults: unknown[] = [];
    let nextJob = 1_000;

    const adjust = async () => {
      const [id, quantity] = [pick(items), pick([-7, -2, 3, 5])];
      const { status, body } = await service.ask('adjustStock', `?id=${id}&sub=adjust`, {
        location_id: pick(places),
        quantity,
        reason: 'Mix',
      });
      if (status === 200) added.set(id, (added.get(id) ?? 0) + quantity);
      else if (status !== 400) faults.push(body);
    };
    const transfer = async () => {
      const { status, body } = await service.ask('transferStock', '?sub=transfer', {
        item_id: pick(items),
        from_location_id: pick(places),
        to_location_id: pick(places),
        quantity: randomInt(1, 15),
      });
      if (status !== 200 && status !== 400) faults.push(body);
    };
    const edit = async () => {
      const { status, body } = await service.ask('patchItem', `?id=${pick(items)}`, {
        min_stock_level: randomInt(0, 120),
      });
      if (status !== 200) faults.push(body);
    };
    const job = async () => {
      nextJob += 1;
      const card = {
        job_id: nextJob,
        required_parts: [1, 2, 3].map(() => ({
          item_id: pick(items),
          location_id: pick(places),
          quantity: randomInt(1, 4),
        })),
      };
      await service.givenJob(card);
      await service.givenJob({ ...card, version: 2, job_status: pick(['Cancelled', 'On Hold']) });
      await service.inventory.retryReservations();
    };
    const work = async () => {
      for (let step = 0; step < STEPS; step += 1) await pick([adjust, transfer, edit, job])();
    };

    await Promise.all(Array.from({ length: WORKERS }, work));

    expect(faults).toEqual([]);
    await service.inventory.retryReservations();
    expect(await service.inventory.noteMissedArrivals()).toBe(0);
    expect(await service.differences()).toEqual([]);
    for (const id of items) {
      expect((await service.ask('getItem', `?id=${id}`)).body).toMatchObject({
        data: { item: { quantity_on_hand: added.get(id) } },
      });
    }
  });
});

describe('a transaction that PostgreSQL ended to let another one go on', () => {
  it('is tried again', async () => {
    const [one, other] = [await service.givenItem(), await service.givenItem()];
    const { transact } = createWrites(service.db, () => undefined);
    let begun = 0;
    const inOrder = (first: number, second: number) =>
      transact(async ({ stock }) => {
        await stock.lock(1, [first]);
        begun += 1;
        // Only then do both wait for each other.
        const deadline = Date.now() + 5_000;
        while (begun < 2 && Date.now() < deadline) await new Promise(setImmediate);
        await stock.lock(1, [second]);
      });

    await Promise.all([inOrder(one, other), inOrder(other, one)]);

    // Each began, and at least one began again, perhaps more than once.
    expect(begun).toBeGreaterThan(2);
  });
});
