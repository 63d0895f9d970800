import { createRecordHistory } from '@svc/outbox';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { explainQueries } from '@svc/testing-services';
import { migrations } from '../src/persistence/data-source';
import { createServiceRecordReads } from '../src/persistence/service-records';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ context: 'assets', migrations });
});
afterAll(() => database.close());

it('has the service of an asset since a time, and its total, read from an index alone', async () => {
  const wanted = { companyId: 1, id: 1, changedFrom: new Date() };
  const page = { page: 1, perPage: 50 };

  const plans = await explainQueries(database.db, (run) =>
    createServiceRecordReads(run).list(wanted, page),
  );

  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toMatch(/Index (Only )?Scan using service_records_by_time/);
  }
});

it('has the history of an asset read from an index, in order, however long it is', async () => {
  const [plan] = await explainQueries(database.db, (run) =>
    createRecordHistory(run).list({ companyId: 1, id: 1 }, { page: 1, perPage: 50 }),
  );

  expect(plan).toMatch(/Index Scan Backward using record_changes_pkey/);
});

describe('a company with many assets', () => {
  beforeAll(async () => {
    const loading = database.db.createQueryRunner();
    // Loading rows may take longer than a request may.
    await loading.query('set statement_timeout = 0; set transaction_timeout = 0');
    await loading.query(
      `insert into asset_types (company_id, name, name_key)
       select 1, 'Type ' || n, 'type ' || n from generate_series(1, 20) n`,
    );
    await loading.query(`
      insert into assets (company_id, version, tag, name, asset_type_id, status, location_id,
        serial_number, condition, ownership_type, search_text, created_at, updated_at, deleted_at)
      select 1, 1, 'AST-' || n, 'Asset ' || md5(n::text), type.id,
        (array['Active', 'Idle', 'Lost'])[1 + n % 3], n % 500, 'SN-' || n,
        (array['new', 'good', 'fair'])[1 + n % 3], (array['company', 'leased'])[1 + n % 2],
        'asset ' || md5(n::text) || E'\\x1fast-' || n || E'\\x1fsn-' || n, now() - n * interval '1 second', now(), case when n % 10 = 0 then now() end
      from generate_series(1, 20000) n
      join (select id, row_number() over (order by id) as position from asset_types) type
        on type.position = 1 + n % 20`);
    await loading.query('vacuum analyze assets');
    await loading.query('reset statement_timeout; reset transaction_timeout');
    await loading.release();
  }, 120_000);

  const planOf = async (condition: string, { deleted = false } = {}): Promise<string> => {
    const rows: { 'QUERY PLAN': string }[] = await database.db.query(
      `explain select id from assets asset
       where company_id = 1 and deleted_at is ${deleted ? 'not null' : 'null'} and ${condition}
       order by created_at desc, id desc limit 50`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['without a filter', 'true', 'assets_newest'],
    ['by status', "status = 'Idle'", 'assets_by_status'],
    ['by type', 'asset_type_id = (select min(id) from asset_types)', 'assets_by_type'],
    ['by location', 'location_id = 7', 'assets_by_location'],
    ['by condition', "condition = 'good'", 'assets_by_condition'],
    ['by ownership', "ownership_type = 'leased'", 'assets_by_ownership'],
  ])('has its first page %s read from an index, in order', async (_what, condition, index) => {
    const plan = await planOf(condition);

    expect(plan).toContain(`using ${index}`);
    expect(plan).not.toContain('Sort');
  });

  it('has its first page of deleted assets read from an index, in order', async () => {
    const plan = await planOf('true', { deleted: true });

    expect(plan).toContain('using assets_deleted');
    expect(plan).not.toContain('Sort');
  });

  it('can have a term found by the index of trigrams', async () => {
    const plan = await database.db.transaction(async (tx) => {
      // So few rows are read faster by a sequential scan.
      await tx.query('set local enable_seqscan = off');
      const rows: { 'QUERY PLAN': string }[] = await tx.query(`
        explain select count(*) from assets
        where company_id = 1 and deleted_at is null
          and search_text like lower('%SN-1999%' collate pg_c_utf8)`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

    expect(plan).toContain('Bitmap Index Scan on assets_search');
  });

  it('has its assets counted by what the list filters', async () => {
    const counted = await database.db.query(`
      select status, condition, ownership_type, sum(assets)::integer as assets from asset_counts
      where company_id = 1 group by 1, 2, 3 order by 1, 2, 3`);
    const actual = await database.db.query(`
      select status, condition, ownership_type, count(*)::integer as assets from assets
      where company_id = 1 and deleted_at is null group by 1, 2, 3 order by 1, 2, 3`);

    expect(counted).toEqual(actual);
  });
});
