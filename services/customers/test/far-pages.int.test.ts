import { runOn } from '@svc/database';
import { testDatabase, type TestDatabase } from '@svc/testing';
import { customerList } from '../src/persistence/customer-list';
import { entities, migrations } from '../src/persistence/data-source';

/** A page whose row is as far from either end as it takes to be remembered. */
const PAGE = 15;
const PER_PAGE = 100;
const ROWS = 6_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ context: 'customers', entities, migrations });
  await database.db.query(
    `insert into customers (company_id, customer_name, customer_email, email_key, customer_phone,
       default_sla_hours, has_locations, search_text, created_at, updated_at, deleted_at)
     select 1, 'Bulk', 'b-' || n, 'b-' || n, 'p-' || n, 24, n % 2 = 0, '', at, at,
       case when n < 10 then at end
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
      `update customers set deleted_at = now() where id = (
        select id from customers where deleted_at is null order by id desc limit 1)`,
      `update customers set deleted_at = null where id = (
        select id from customers where deleted_at is not null order by id limit 1)`,
    ],
  ],
  [
    'with locations',
    { hasLocations: true },
    'deleted_at is null and has_locations',
    [
      `update customers set has_locations = not has_locations
       where id in (
         (select id from customers where has_locations order by id desc limit 1)
         union (select id from customers where not has_locations and deleted_at is null order by id limit 1))`,
    ],
  ],
])(
  'has every customer in its place when some before it went and others came: %s',
  async (_, filter, condition, changes) => {
    const list = customerList(runOn(database.db));
    const answered = async () => {
      const { customers, total } = await list(1, filter, { page: PAGE, perPage: PER_PAGE });
      return { ids: customers.map(({ id }) => id), total };
    };
    const right = async () => {
      const all = await query(
        `select id from customers where ${condition} order by created_at desc, id desc`,
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
