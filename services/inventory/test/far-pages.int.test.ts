import { runOn } from '@svc/database';
import { testDatabase, type TestDatabase } from '@svc/testing';
import { itemReads } from '../src/persistence/item-reads';
import { entities, migrations } from '../src/persistence/data-source';

/** A page whose row is as far from either end as it takes to be remembered. */
const PAGE = 15;
const PER_PAGE = 100;
const ROWS = 6_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ context: 'inventory', entities, migrations });
  await database.db.query(
    `insert into items (company_id, version, part_number, part_name, category, quantity_on_hand,
       min_stock_level, reorder_quantity, movements, created_at, updated_at)
     select 1, 1, 'P-' || n, 'Bulk', (array['Filters', 'Belts'])[1 + n % 2], n % 2, 0, 0, 0, at, at
     from generate_series(1, $1::integer) n,
       lateral (select '2026-01-01'::timestamptz + n * interval '7 minutes' as at)`,
    [ROWS],
  );
});
afterAll(() => database.close());

const query = (sql: string): Promise<{ id: number }[]> => database.db.query(sql);

it.each([
  [
    'of a category',
    { category: 'Filters' },
    "category = 'Filters'",
    [
      `update items set category = case category when 'Belts' then 'Filters' else 'Belts' end
       where id in (
         (select id from items where category = 'Filters' order by id desc limit 1)
         union (select id from items where category = 'Belts' order by id limit 1))`,
    ],
  ],
  [
    'that are low',
    { isLow: true } as const,
    'is_low',
    [
      `update items set quantity_on_hand = 5 where id = (
        select id from items where is_low order by id desc limit 1)`,
      `update items set quantity_on_hand = 0 where id = (
        select id from items where not is_low order by id limit 1)`,
    ],
  ],
])(
  'has every item in its place when some before it went and others came: %s',
  async (_, filter, condition, changes) => {
    const reads = itemReads(runOn(database.db));
    const answered = async () => {
      const { items, total } = await reads.list(1, filter, { page: PAGE, perPage: PER_PAGE });
      return { ids: items.map(({ id }) => id), total };
    };
    const right = async () => {
      const all = await query(
        `select id from items where ${condition} order by created_at desc, id desc`,
      );
      const from = (PAGE - 1) * PER_PAGE;
      const ids = all.slice(from, from + PER_PAGE).map(({ id }) => Number(id));
      return { ids, total: all.length };
    };
    expect(await answered()).toEqual(await right());

    // In sum there are as many as before.
    for (const change of changes) await query(change);

    expect(await answered()).toEqual(await right());
  },
);
