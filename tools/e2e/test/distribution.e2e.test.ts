import { SCHEMAS, withClient } from '@svc/local-servers';
import { runFile } from './platform';

interface Key {
  readonly context: string;
  readonly table: string;
  readonly key: string;
  readonly hasCompany: boolean;
}

const KEYS = `
  select namespace.nspname as context, class.relname as table, index.relname as key,
    exists (
      select from pg_attribute
      where attrelid = class.oid and attname = 'company_id' and attnum = any(key.indkey)
    ) as "hasCompany"
  from pg_index key
  join pg_class index on index.oid = key.indexrelid
  join pg_class class on class.oid = key.indrelid
  join pg_namespace namespace on namespace.oid = class.relnamespace
  where key.indisunique and not class.relispartition and namespace.nspname = any($1)
  union all
  select namespace.nspname, class.relname, reference.conname,
    exists (
      select from pg_attribute
      where attrelid = class.oid and attname = 'company_id' and attnum = any(reference.conkey)
    )
  from pg_constraint reference
  join pg_class class on class.oid = reference.conrelid
  join pg_namespace namespace on namespace.oid = class.relnamespace
  where reference.contype = 'f' and namespace.nspname = any($1)`;

/** Tables private to a process, read in one order or for all companies. */
const PROCESS_TABLES = [
  'consumed_events',
  'dead_letters',
  'migrations',
  'name_locks',
  'outbox',
  'outbox_relay',
];

/** Tables and keys that cannot be distributed by company, with the reason; `deploy/capacity.md` lists them. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  'gateway.companies': 'the company itself, found by its slug',
  'gateway.api_keys': 'a key tells the company, and is found by its hash',
  'gateway.gateways': 'the gateways that run',
  'gateway.latest_change': 'one row that all gateways read',
  'gateway.request_log_lock': 'one row that all gateways lock to number what they write',
  'dashboard.users': 'an e-mail address signs in to one company of all',
  'dashboard.sessions': 'a session tells the person, and so the company; it is found by its hash',
  'dashboard.password_resets': 'a link tells the person, and is found by its hash',
  'dashboard.invitations': 'a link tells the company, and is found by its hash',
  'dashboard.calendar_links': 'a link tells the technician, and is found by its hash',
  'dashboard.attempts': 'sign-ins, counted before anybody knows whose they are',
};

it('every unique key and reference of what is distributed contains the company', async () => {
  const keys = await withClient(
    runFile().postgres.url,
    async (db) => (await db.query<Key>(KEYS, [SCHEMAS])).rows,
  );
  const undivided = keys
    .filter(({ table, hasCompany }) => !hasCompany && !PROCESS_TABLES.includes(table))
    .map(({ context, table }) => `${context}.${table}`);

  expect(keys.length).toBeGreaterThan(100);
  expect([...new Set(undivided)].sort()).toEqual(Object.keys(UNDIVIDED).sort());
});
