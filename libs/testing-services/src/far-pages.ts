import { runOn, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import { testDatabase, type TestDatabase, type TestDatabaseOptions } from '@svc/testing';

/** A page whose row is as far from either end as it takes to be remembered. */
const PAGE: Page = { page: 15, perPage: 100 };
const ROWS = 6_000;

/** A list and its filters, whose far pages have to be right also after rows came and went. */
export interface FarPages<Filter> {
  readonly database: TestDatabaseOptions;
  readonly table: string;
  /** Adds the rows 1 to `$1` to company 1, each younger than the one before. */
  readonly addRows: readonly string[];
  readonly list: (
    run: Run,
    filter: Filter,
    page: Page,
  ) => Promise<{ readonly ids: readonly number[]; readonly total: number }>;
  readonly filters: Readonly<Record<string, FilteredPage<Filter>>>;
}

interface FilteredPage<Filter> {
  readonly filter: Filter;
  /** The same, in SQL. */
  readonly condition: string;
  /** Statements by which a row before the page goes and another one comes: in sum there are as many as before. */
  readonly changes: readonly string[];
}

/** The tests of a list's pages that are far from either end. */
export function describeFarPages<Filter>({
  database: input,
  table,
  addRows,
  list,
  filters,
}: FarPages<Filter>): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase(input);
    for (const statement of addRows) {
      await database.db.query(statement, statement.includes('$1') ? [ROWS] : []);
    }
  });
  afterAll(() => database.close());

  it.each(Object.entries(filters))(
    'has every row in its place when some before it went and others came: %s',
    async (_, { filter, condition, changes }) => {
      const run = runOn(database.db);
      const answered = () => list(run, filter, PAGE);
      const right = async () => {
        const all = await database.db.query<{ id: number }[]>(
          `select id from ${table} where ${condition} order by created_at desc, id desc`,
        );
        const from = (PAGE.page - 1) * PAGE.perPage;
        const ids = all.slice(from, from + PAGE.perPage).map(({ id }) => Number(id));
        return { ids, total: all.length };
      };
      expect(await answered()).toEqual(await right());

      for (const change of changes) await database.db.query(change);

      expect(await answered()).toEqual(await right());
    },
  );
}
