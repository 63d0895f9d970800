import type { Context, Limits } from '@svc/contracts';
import { withClient } from '@svc/local-servers';
import type { Admin } from './platform';

/**
 * A company with an API key and as many jobs, assets and items as its size says; `medium` also has as many
 * customers.
 */
export interface BenchCompany {
  readonly id: number;
  readonly key: string;
  readonly firstJob: number;
  readonly firstCustomer: number;
  readonly firstAsset: number;
  readonly firstItem: number;
}

/** Occurs in a few names of assets and items of each company, whatever its size. */
export const RARE_TERM = 'zephyr';
const RARE_ROWS = 20;

/** High enough that no limit is reached. */
const LIMITS: Limits = {
  list_reads_per_minute: 2_000_000,
  record_reads_per_minute: 2_000_000,
  writes_per_minute: 2_000_000,
  technician_list_per_minute: 2_000_000,
  technician_get_per_minute: 2_000_000,
  reads_per_day: 100_000_000,
  writes_per_day: 100_000_000,
  key_writes_per_day: 100_000_000,
  refused_per_minute: 2_000_000,
};

export async function seedCompanies(
  admin: Admin,
  databaseUrl: string,
  sizes: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, BenchCompany>>> {
  const created: NewCompany[] = [];
  for (const [slug, rows] of Object.entries(sizes)) {
    created.push({ slug, rows, ...(await createCompany(admin, slug)) });
  }
  const [customers, jobs, assets, items] = await Promise.all([
    fill(databaseUrl, 'customers.customers', created, (query, { id, slug, rows }) =>
      query(customersSql(id, slug === 'medium' ? rows : 0)),
    ),
    fillJobs(databaseUrl, created),
    fill(databaseUrl, 'assets.assets', created, async (query, { id, rows }) => {
      await query(namesSql('assets', id));
      await query(assetsSql(id, rows));
    }),
    fill(databaseUrl, 'inventory.items', created, (query, { id, rows }) =>
      query(itemsSql(id, rows)),
    ),
  ]);
  await withClient(databaseUrl, async (db) => {
    await db.query(REFERENCE_SQL);
    for (const { slug, id } of created) if (slug === 'medium') await db.query(peerSql(id));
  });
  // Vacuum last: an open write transaction keeps rows from being marked visible to all.
  await tidy(databaseUrl, ['customers', 'jobs', 'assets', 'inventory', 'bench']);
  return Object.fromEntries(
    created.map(({ slug, id, key }, index) => [
      slug,
      {
        id,
        key,
        firstJob: jobs[index] ?? NaN,
        firstCustomer: customers[index] ?? NaN,
        firstAsset: assets[index] ?? NaN,
        firstItem: items[index] ?? NaN,
      },
    ]),
  );
}

export const JOB_TO_CREATE = {
  job_title: 'Replace the compressor',
  job_description: 'The compressor of unit 4 does not start; replace it and test the unit.',
  customer_location_id: 17,
};

interface NewJobs {
  /** The company's id. */
  readonly id: number;
  readonly rows: number;
  readonly descriptionLength?: number;
  /** Absent for a single transaction. */
  readonly perTransaction?: number;
}

export async function writeJobs(
  databaseUrl: string,
  entries: readonly NewJobs[],
): Promise<readonly number[]> {
  const written = await fillJobs(databaseUrl, entries);
  await tidy(databaseUrl, ['jobs']);
  return written;
}

const fillJobs = (databaseUrl: string, entries: readonly NewJobs[]): Promise<readonly number[]> =>
  fill(databaseUrl, 'jobs.jobs', entries, async (query, jobs) => {
    const { id, rows, perTransaction = rows } = jobs;
    await query(namesSql('jobs', id));
    for (let from = 1; from <= rows; from += perTransaction) {
      await query(jobsSql(jobs, from, Math.min(from + perTransaction - 1, rows)));
    }
  });

const tidy = (databaseUrl: string, schemas: readonly (Context | 'bench')[]): Promise<void> =>
  withClient(databaseUrl, async (db) => {
    const { rows: tables } = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in (${schemas.map((schema) => `'${schema}'`).join()})`,
    );
    for (const { name } of tables) await db.query(`vacuum analyze ${name}`);
    await db.query('checkpoint');
  });

interface NewCompany {
  readonly slug: string;
  readonly rows: number;
  readonly id: number;
  readonly key: string;
}

type Query = (sql: string) => Promise<unknown>;

/** Returns the first id of each company's rows; the others follow without gaps. */
async function fill<Filled extends { readonly id: number }>(
  databaseUrl: string,
  table: `${Context}.${string}`,
  companies: readonly Filled[],
  write: (query: Query, company: Filled) => Promise<unknown>,
): Promise<readonly number[]> {
  const firstIds: number[] = [];
  await withClient(databaseUrl, async (db) => {
    await db.query(`set maintenance_work_mem = '512MB'`);
    const { rows: indexes } = await db.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = '${table}'::regclass
         and not exists (select from pg_constraint where conindid = indexrelid)`,
    );
    // Building indexes after the load is several times faster.
    for (const { name } of indexes) await db.query(`drop index ${name}`);
    for (const company of companies) await write((sql) => db.query(sql), company);
    for (const { definition } of indexes) await db.query(definition);
    for (const { id } of companies) {
      const { rows } = await db.query<{ first: number }>(
        `select min(id)::float8 as first from ${table} where company_id = ${id}`,
      );
      firstIds.push(rows[0]?.first ?? NaN);
    }
  });
  return firstIds;
}

export async function createCompany(
  admin: Admin,
  slug: string,
): Promise<{ id: number; key: string }> {
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

const jobsSql = ({ id, rows, descriptionLength = 80 }: NewJobs, from: number, to: number): string =>
  `insert into jobs.jobs (company_id, version, title, description, status, priority, location_id,
     technician_id, scheduled_start, scheduled_end, search_text, created_at, updated_at)
   select ${id}, 1, title, description,
     (array['Pending', 'Assigned', 'In Progress', 'On Hold', 'Completed', 'Invoiced', 'Paid',
       'Closed', 'Cancelled'])[1 + n % 9],
     (array['Low', 'Medium', 'High', 'Urgent'])[1 + n % 4],
     1 + n % 1000, 1 + n % 100, at + interval '1 day', at + interval '26 hours',
     lower(title || E'\\x1f' || description), at, at
   from ${moments(rows, from, to)},
     lateral (select 'Maintenance visit ' || n as title,
       rpad('Inspect the unit, replace the filters and record the readings of visit ' || n || '. ',
         ${descriptionLength}, 'The unit was cleaned. ') as description)`;

const rareOr = (rows: number, name: string): string =>
  `case when n % ${Math.ceil(rows / RARE_ROWS)} = 0 then '${RARE_TERM} ' else '' end || ${name}`;

/** The rows of the largest company are spread over twenty years. */
const MAX_MINUTES = 10_000_000;

/** Numbers rows `n`, ten minutes apart up to now, or closer for very many rows. */
function moments(rows: number, from = 1, to = rows): string {
  const apart = `interval '${Math.min(10, MAX_MINUTES / rows)} minutes'`;
  return `generate_series(${from}, ${to}) n,
    lateral (select date_trunc('second', now()) - (${rows} - n) * ${apart} as at)`;
}

const customersSql = (companyId: number, rows: number): string =>
  `insert into customers.customers (company_id, version, customer_name, customer_email, email_key,
     customer_phone, default_sla_hours, search_text, created_at, updated_at)
   select ${companyId}, 1, name, email, email, '+' || digits, 24,
     lower(concat_ws(E'\\x1f', name, email, '+' || digits, digits)), at, at
   from ${moments(rows)},
     lateral (select 'Customer ' || n as name, 'customer-' || n || '@example.com' as email,
       (12125550000 + n)::text as digits)`;

const assetsSql = (companyId: number, rows: number): string =>
  `with type as (
     insert into assets.asset_types (company_id, name, name_key)
     select ${companyId}, 'Type ' || n, 'type ' || n from generate_series(1, 6) n
     returning id
   ), types as (select array_agg(id) as ids from type), counter as (
     insert into assets.asset_tag_counters (company_id, last) values (${companyId}, ${rows})
   )
   insert into assets.assets (company_id, version, tag, name, asset_type_id, status, location_id,
     assigned_to, serial_number, model, manufacturer, condition, ownership_type, search_text,
     created_at, updated_at)
   select ${companyId}, 1, tag, name, ids[1 + n % 6],
     (array['Active', 'Idle', 'In Maintenance', 'Pending Install', 'In Transit', 'Lost',
       'Non-Compliant', 'Decommissioned', 'Retired'])[1 + n % 9],
     1 + n % 1000, 1 + n % 100, 'SN' || n, 'RX-' || n % 50, 'Northwind',
     (array['new', 'good', 'fair', 'poor'])[1 + n % 4],
     (array['company', 'customer', 'leased', 'rented'])[1 + n % 4],
     lower(name || E'\\x1f' || tag || E'\\x1fsn' || n), at, at
   from types, ${moments(rows)},
     lateral (select 'AST-' || lpad(n::text, greatest(6, length(n::text)), '0') as tag,
       ${rareOr(rows, `'Rooftop unit ' || n`)} as name)`;

const itemsSql = (companyId: number, rows: number): string =>
  `insert into inventory.items (company_id, version, part_number, part_number_key, part_name,
     search_text, description, category, category_key, quantity_on_hand, min_stock_level,
     reorder_quantity, cost_per_unit, price_per_unit, movements, created_at, updated_at)
   select ${companyId}, 1, 'PN-' || n, 'pn-' || n, name, lower('PN-' || n || E'\\x1f' || name),
     'Fits the units of series ' || n % 100, category, category, 0, 0, 10, 12.50, 19.90, 0, at, at
   from ${moments(rows)},
     lateral (select ${rareOr(rows, `'Filter cartridge ' || n`)} as name,
       (array['Filters', 'Belts', 'Motors', 'Valves', 'Fittings', 'Sensors', 'Refrigerants',
         'Tools', 'Electrical'])[1 + n % 9] as category)`;

const namesSql = (context: 'jobs' | 'assets', companyId: number): string =>
  `insert into ${context}.location_names (company_id, location_id, location_name, city, search_text,
     customer_id, version)
   select ${companyId}, n, 'Location ' || n, 'City ' || n % 50, 'location ' || n,
     1 + n % 500, 1 from generate_series(1, 1000) n;
   insert into ${context}.customer_names (company_id, customer_id, customer_name, search_text, deleted,
     version)
   select ${companyId}, n, 'Customer ' || n, 'customer ' || n, false, 1 from generate_series(1, 500) n;
   insert into ${context}.technician_names (company_id, technician_id, technician_name, status, version)
   select ${companyId}, n, 'Technician ' || n, 'Active', 1 from generate_series(1, 100) n;`;

/** The reference servers' tables: like ours, without counters. */
const REFERENCE_SQL = `
  create schema bench;
  create table bench.peer_jobs (like jobs.jobs including all);
  create table bench.peer_customers (like customers.customers including all);
  create table bench.peer_assets (like assets.assets including all);
  create table bench.peer_items (like inventory.items including all excluding generated);
  create table bench.attempts (like webhooks.attempts including all);
  create table bench.deliveries (like webhooks.deliveries including all);`;

const peerSql = (companyId: number): string =>
  `insert into bench.peer_jobs select * from jobs.jobs where company_id = ${companyId};
   insert into bench.peer_customers overriding system value
     select * from customers.customers where company_id = ${companyId};
   insert into bench.peer_assets select * from assets.assets where company_id = ${companyId};
   insert into bench.peer_items overriding system value
     select * from inventory.items where company_id = ${companyId};
   select setval(pg_get_serial_sequence('bench.peer_jobs', 'id'), max(id)) from bench.peer_jobs;`;
