import { MAX_CONNECTIONS_PER_ROLE, SERVICES } from '@svc/contracts';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { LocalServerError } from './local-server-error';

export const SCHEMAS = ['gateway', ...SERVICES] as const;
export type DatabaseSchema = (typeof SCHEMAS)[number];

export interface Provision {
  readonly adminUrl: string;
  readonly database: string;
  readonly passwords: Readonly<Record<DatabaseSchema, string>>;
  /** Per role over all its processes; -1 for unlimited. */
  readonly connectionsOfARole?: number;
}

/** Every server has these, open to everybody. */
const COMMON_DATABASES = ['postgres', 'template1'];

/** SQLSTATEs of concurrent provisioning, which is safe to repeat. */
const COLLISION_CODES = new Set(['23505', '42P04', '42P06', '42710', '40001', '40P01', 'XX000']);
const ATTEMPTS = 10;

export interface Provisioned {
  /** Databases of others that the contexts' roles can connect to. */
  readonly openDatabases: readonly string[];
}

/**
 * Creates what is missing: database, extensions, and per context a role that owns its schema and reaches
 * nothing else, as far as the administrator's rights allow.
 */
export async function provision(settings: Provision): Promise<Provisioned> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await provisionOnce(settings);
    } catch (error) {
      const hasCollided = error instanceof DatabaseError && COLLISION_CODES.has(error.code ?? '');
      if (!hasCollided || attempt === ATTEMPTS) throw error;
    }
  }
}

const provisionOnce = ({
  adminUrl,
  database,
  passwords,
  connectionsOfARole = MAX_CONNECTIONS_PER_ROLE,
}: Provision): Promise<Provisioned> =>
  withClient(adminUrl, async (server) => {
    await createDatabase(server, database);
    for (const schema of SCHEMAS) {
      await server.query(roleSql(schema, escapeLiteral(passwords[schema]), connectionsOfARole));
    }
    await withClient(databaseUrl(adminUrl, database), async (db) => {
      await db.query(databaseSql(database));
      for (const schema of SCHEMAS) await db.query(schemaSql(database, schema));
    });
    await closeCommonDatabases(server, database);
    return { openDatabases: await openDatabases(server, database) };
  });

export const passwordVariable = (schema: DatabaseSchema): string =>
  `${schema.toUpperCase()}_PASSWORD`;

export const provisionScript = (database: string): string =>
  [
    '\\set ON_ERROR_STOP on',
    ...SCHEMAS.flatMap((schema) => [
      `\\getenv ${schema}_password ${passwordVariable(schema)}`,
      roleSql(schema, `:'${schema}_password'`, MAX_CONNECTIONS_PER_ROLE),
    ]),
    databaseSql(database),
    ...SCHEMAS.map((schema) => schemaSql(database, schema)),
    '',
  ].join('\n');

export function contextUrl(
  adminUrl: string,
  database: string,
  { context, password }: { readonly context: DatabaseSchema; readonly password: string },
): string {
  const url = new URL(databaseUrl(adminUrl, database));
  url.username = toRoleName(context);
  url.password = password;
  return url.href;
}

export const accessSql = (database: string, schema: DatabaseSchema): string =>
  `revoke all on database ${escapeIdentifier(database)} from public;
   grant connect on database ${escapeIdentifier(database)} to ${toRoleName(schema)};`;

export async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A lost connection fails the next query; as an unhandled event it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(connectionString);
    throw new LocalServerError(`PostgreSQL at ${host}: ${describe(error)}`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const describe = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || (code ?? 'no response');
};

const toRoleName = (schema: DatabaseSchema): string => `svc_${schema}`;

export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

async function createDatabase(server: Client, database: string): Promise<void> {
  const { rowCount } = await server.query(
    `select from pg_database where datname = ${escapeLiteral(database)}`,
  );
  if (!rowCount) await server.query(`create database ${escapeIdentifier(database)}`);
}

async function closeCommonDatabases(server: Client, ours: string): Promise<void> {
  for (const name of COMMON_DATABASES.filter((common) => common !== ours)) {
    try {
      await server.query(`revoke connect on database ${escapeIdentifier(name)} from public`);
    } catch (error) {
      // Not ours or not there; `openDatabases` reports what stays open.
      if (!(error instanceof DatabaseError)) throw error;
    }
  }
}

async function openDatabases(server: Client, ours: string): Promise<string[]> {
  const { rows } = await server.query<{ name: string }>(
    `select distinct datname as name
     from pg_database cross join unnest('{${SCHEMAS.map(toRoleName).join()}}'::text[]) as role
     where datallowconn and datname <> ${escapeLiteral(ours)}
       and has_database_privilege(role, datname, 'connect')
     order by name`,
  );
  return rows.map(({ name }) => name);
}

const roleSql = (schema: DatabaseSchema, password: string, connections: number): string =>
  `do $$ begin
     if not exists (select from pg_roles where rolname = '${toRoleName(schema)}') then
       create role ${toRoleName(schema)} nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role ${toRoleName(schema)} login password ${password} connection limit ${connections};
   alter role ${toRoleName(schema)} set search_path = ${schema}, extensions;`;

// Advisory locks fill a table shared by all databases, and large objects a shared catalog. Only a
// superuser may revoke them.
const SHARED_ROOM_SQL = `do $$ declare each record; begin
     if (select rolsuper from pg_roles where rolname = current_user) then
       for each in
         select oid::regprocedure as signature from pg_proc
         where pronamespace = 'pg_catalog'::regnamespace
           and (proname like 'pg%advisory%' or proname like 'lo_creat%'
             or proname like 'lo_import%' or proname = 'lo_from_bytea')
           and has_function_privilege('public', oid, 'execute')
       loop
         execute format('revoke execute on function %s from public', each.signature);
       end loop;
     end if;
   end $$;`;

const databaseSql = (database: string): string =>
  `revoke all on database ${escapeIdentifier(database)} from public;
   revoke all on schema public from public;
   create schema if not exists extensions;
   create extension if not exists pg_trgm schema extensions;
   create extension if not exists btree_gin schema extensions;
   ${SHARED_ROOM_SQL}`;

// Only a member of a role may give it a schema; a role's creator has to grant that to itself.
const schemaSql = (database: string, schema: DatabaseSchema): string =>
  `do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant ${toRoleName(schema)} to %I', current_user);
     end if;
   end $$;
   create schema if not exists ${schema} authorization ${toRoleName(schema)};
   revoke all on schema ${schema} from public;
   grant usage on schema extensions to ${toRoleName(schema)};
   grant connect on database ${escapeIdentifier(database)} to ${toRoleName(schema)};`;
