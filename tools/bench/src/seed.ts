import { withClient } from '@svc/local-servers';
import { escapeIdentifier } from 'pg';
import type { Admin } from './platform';

/** A company with an API key, and a number of jobs. */
export interface Company {
  readonly id: number;
  readonly key: string;
  readonly jobs: number;
  /** Ids of its jobs lie between these, without a gap. */
  readonly firstJob: number;
  readonly lastJob: number;
}

/** Enough for any load of a benchmark; a limit must not be what is measured. */
const LIMITS = {
  list_reads_per_minute: 2_000_000,
  record_reads_per_minute: 2_000_000,
  writes_per_minute: 2_000_000,
  technician_list_per_minute: 2_000_000,
  technician_get_per_minute: 2_000_000,
  reads_per_day: 100_000_000,
  writes_per_day: 100_000_000,
  key_writes_per_day: 100_000_000,
};

/** Creates companies and gives each its number of jobs, written by SQL. */
export async function seedCompanies(
  admin: Admin,
  databaseUrl: string,
  sizes: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, Company>>> {
  const companies: Record<string, Company> = {};
  await withClient(databaseUrl, async (db) => {
    const query = (sql: string): Promise<unknown> => db.query(sql);
    const { rows: indexes } = await db.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'jobs.jobs'::regclass and not indisprimary`,
    );
    // A million rows are indexed in a fraction of the time when they are all there already.
    for (const { name } of indexes) await query(`drop index ${name}`);
    for (const [slug, jobs] of Object.entries(sizes)) {
      const { id, key } = await createCompany(admin, slug);
      const { rows } = await db.query<{ first: number; last: number }>(jobsSql(id, jobs));
      const { first, last } = rows[0] ?? { first: 0, last: 0 };
      companies[slug] = { id, key, jobs, firstJob: Number(first), lastJob: Number(last) };
      await query(namesSql(id));
    }
    for (const { definition } of indexes) await query(definition);
    await query(REFERENCE_SQL);
    const { rows: tables } = await db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'jobs'`,
    );
    for (const { name } of tables) await query(`vacuum analyze jobs.${escapeIdentifier(name)}`);
    await query('checkpoint');
  });
  return companies;
}

async function createCompany(admin: Admin, slug: string): Promise<{ id: number; key: string }> {
  const { id } = await admin<{ id: number }>('PUT', '/companies', {
    slug,
    name: `Company ${slug}`,
    timezone: 'America/New_York',
    country: 'US',
    plan: 'enterprise',
    features: ['inventory'],
    limits: LIMITS,
  });
  const { key } = await admin<{ key: string }>('POST', `/companies/${slug}/keys`, {
    name: 'Benchmark',
    mode: 'live',
    scopes: 'all',
    ip_allowlist: [],
  });
  return { id, key };
}

/** One job every ten minutes up to now, a ninth of them in each status. */
const jobsSql = (companyId: number, jobs: number): string =>
  `with added as (
     insert into jobs.jobs (company_id, version, title, description, status, priority, location_id,
       technician_id, scheduled_start, scheduled_end, created_at, updated_at)
     select ${companyId}, 1, 'Maintenance visit ' || n,
       'Inspect the unit, replace the filters and record the readings of visit ' || n,
       (array['Pending', 'Assigned', 'In Progress', 'On Hold', 'Completed', 'Invoiced', 'Paid',
         'Closed', 'Cancelled'])[1 + n % 9],
       (array['Low', 'Medium', 'High', 'Urgent'])[1 + n % 4],
       1 + n % 1000, 1 + n % 100, at + interval '1 day', at + interval '26 hours', at, at
     from generate_series(1, ${jobs}) n,
       lateral (select date_trunc('second', now()) - (${jobs} - n) * interval '10 minutes' as at)
     returning id
   )
   select min(id) as first, max(id) as last from added`;

const namesSql = (companyId: number): string =>
  `insert into jobs.location_names (company_id, location_id, location_name, customer_id, version)
   select ${companyId}, n, 'Location ' || n, 1 + n % 500, 1 from generate_series(1, 1000) n;
   insert into jobs.customer_names (company_id, customer_id, customer_name, deleted, version)
   select ${companyId}, n, 'Customer ' || n, false, 1 from generate_series(1, 500) n;
   insert into jobs.technician_names (company_id, technician_id, technician_name, status, version)
   select ${companyId}, n, 'Technician ' || n, 'Active', 1 from generate_series(1, 100) n;`;

/** Where the bare server writes: tables like those of jobs, without what keeps the counters. */
const REFERENCE_SQL = `
  create schema bench;
  create table bench.jobs (like jobs.jobs including all);
  create table bench.outbox (like jobs.outbox including all);`;
