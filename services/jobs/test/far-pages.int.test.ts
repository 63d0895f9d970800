import { runOn } from '@svc/database';
import { testDatabase, type TestDatabase } from '@svc/testing';
import { jobReads } from '../src/persistence/job-reads';
import { migrations } from '../src/persistence/data-source';

/** A page whose row is as far from either end as it takes to be remembered. */
const PAGE = 15;
const PER_PAGE = 100;
const ROWS = 6_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ context: 'jobs', migrations });
  await database.db.query(
    `insert into jobs (company_id, version, title, description, status, priority, location_id,
       created_at, updated_at, deleted_at)
     select 1, 1, 'Bulk', 'Bulk', (array['Pending', 'Assigned'])[1 + n % 2], 'Low', 1, at, at,
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
      `update jobs set deleted_at = now() where id = (
        select id from jobs where deleted_at is null order by id desc limit 1)`,
      `update jobs set deleted_at = null where id = (
        select id from jobs where deleted_at is not null order by id limit 1)`,
    ],
  ],
  [
    'of a status',
    { status: 'Pending' } as const,
    "deleted_at is null and status = 'Pending'",
    [
      `update jobs set status = 'Assigned' where id = (
        select id from jobs where status = 'Pending' order by id desc limit 1)`,
      `update jobs set status = 'Pending' where id = (
        select id from jobs where status = 'Assigned' and deleted_at is null order by id limit 1)`,
    ],
  ],
])(
  'has every job in its place when some before it went and others came: %s',
  async (_, filter, condition, changes) => {
    const reads = jobReads(runOn(database.db));
    const answered = async () => {
      const { jobs, total } = await reads.list(1, filter, { page: PAGE, perPage: PER_PAGE });
      return { ids: jobs.map(({ id }) => id), total };
    };
    const right = async () => {
      const all = await query(
        `select id from jobs where ${condition} order by created_at desc, id desc`,
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
