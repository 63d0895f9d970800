import { runOn } from '@svc/database';
import { testDatabase, type TestDatabase } from '@svc/testing';
import { assetReads } from '../src/persistence/asset-reads';
import { entities, migrations } from '../src/persistence/data-source';

/** A page whose row is as far from either end as it takes to be remembered. */
const PAGE = 15;
const PER_PAGE = 100;
const ROWS = 6_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ context: 'assets', entities, migrations });
  await database.db.query("insert into asset_types (company_id, name) values (1, 'Any')");
  await database.db.query(
    `insert into assets (company_id, version, tag, name, asset_type_id, status, created_at,
       updated_at, deleted_at)
     select 1, 1, 'AST-' || n, 'Bulk', (select id from asset_types),
       (array['Active', 'Idle'])[1 + n % 2], at, at, case when n < 10 then at end
     from generate_series(1, $1::integer) n,
       lateral (select '2026-01-01'::timestamptz + n * interval '7 minutes' as at)`,
    [ROWS],
  );
});
afterAll(() => database.close());

const query = (sql: string): Promise<{ id: number }[]> => database.db.query(sql);

it.each([
  [
    'all',
    {},
    'deleted_at is null',
    [
      `update assets set deleted_at = now() where id = (
        select id from assets where deleted_at is null order by id desc limit 1)`,
      `update assets set deleted_at = null where id = (
        select id from assets where deleted_at is not null order by id limit 1)`,
    ],
  ],
  [
    'of a status',
    { status: 'Idle' } as const,
    "deleted_at is null and status = 'Idle'",
    [
      `update assets set status = case status when 'Idle' then 'Active' else 'Idle' end
       where id in (
         (select id from assets where status = 'Idle' order by id desc limit 1)
         union (select id from assets where status = 'Active' and deleted_at is null order by id limit 1))`,
    ],
  ],
])(
  'has every asset in its place when some before it went and others came: %s',
  async (_, filter, condition, changes) => {
    const reads = assetReads(runOn(database.db));
    const answered = async () => {
      const { assets, total } = await reads.list(1, filter, { page: PAGE, perPage: PER_PAGE });
      return { ids: assets.map(({ id }) => id), total };
    };
    const right = async () => {
      const all = await query(
        `select id from assets where ${condition} order by created_at desc, id desc`,
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
