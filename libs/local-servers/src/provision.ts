import { SERVICES } from '@svc/contracts';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { LocalServerError } from './local-server-error';

/** The schemas, one for each process that keeps data. */
export const SCHEMAS = ['gateway', ...SERVICES] as const;
export type Schema = (typeof SCHEMAS)[number];

export interface Provision {
  /** A connection that may create databases and roles. */
  readonly adminUrl: string;
  readonly database: string;
  readonly passwords: Readonly<Record<Schema, string>>;
}

/** Any number will do as long as every provisioning of a server uses the same. */
const PROVISION_LOCK = 7_041_002;

/**
 * Creates what is missing of the database, its extensions, and for each context a role that owns the
 * schema of its name and can reach nothing else.
 */
export async function provision({ adminUrl, database, passwords }: Provision): Promise<void> {
  await withClient(adminUrl, async (server) => {
    await server.query('select pg_advisory_lock($1)', [PROVISION_LOCK]);
    await createDatabase(server, database);
    for (const schema of SCHEMAS) await server.query(roleSql(schema, passwords[schema]));
    await withClient(databaseUrl(adminUrl, database), async (db) => {
      await db.query(databaseSql(database));
      for (const schema of SCHEMAS) await db.query(schemaSql(database, schema));
    });
  });
}

/** Where a context connects with its own role. */
export function contextUrl(
  adminUrl: string,
  database: string,
  { context, password }: { readonly context: Schema; readonly password: string },
): string {
  const url = new URL(databaseUrl(adminUrl, database));
  url.username = roleOf(context);
  url.password = password;
  return url.href;
}

/** What lets a context's role, and no other, into a database of its own. */
export const accessSql = (database: string, schema: Schema): string =>
  `revoke all on database ${escapeIdentifier(database)} from public;
   grant connect on database ${escapeIdentifier(database)} to ${roleOf(schema)};`;

/** Runs work on a connection of its own. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A connection lost between two queries fails the next one; as an event it would end the process.
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
  return message || (code ?? 'no answer');
};

const roleOf = (schema: Schema): string => `svc_${schema}`;

/** The same way into the server, to another of its databases. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

async function createDatabase(server: Client, database: string): Promise<void> {
  const { rowCount } = await server.query('select from pg_database where datname = $1', [database]);
  if (!rowCount) await server.query(`create database ${escapeIdentifier(database)}`);
}

const roleSql = (schema: Schema, password: string): string =>
  `do $$ begin
     if not exists (select from pg_roles where rolname = '${roleOf(schema)}') then
       create role ${roleOf(schema)} nosuperuser nocreatedb nocreaterole noinherit;
     end if;
   end $$;
   alter role ${roleOf(schema)} login password ${escapeLiteral(password)};
   alter role ${roleOf(schema)} set search_path = ${schema}, extensions;`;

const databaseSql = (database: string): string =>
  `revoke all on database ${escapeIdentifier(database)} from public;
   revoke all on schema public from public;
   create schema if not exists extensions;
   create extension if not exists pg_trgm schema extensions;
   create extension if not exists btree_gin schema extensions;`;

// A schema is given to a role only by somebody who may act as that role, which a superuser always may
// and the role's creator has to grant themselves.
const schemaSql = (database: string, schema: Schema): string =>
  `do $$ begin
     if not (select rolsuper from pg_roles where rolname = current_user) then
       execute format('grant ${roleOf(schema)} to %I', current_user);
     end if;
   end $$;
   create schema if not exists ${schema} authorization ${roleOf(schema)};
   revoke all on schema ${schema} from public;
   grant usage on schema extensions to ${roleOf(schema)};
   grant connect on database ${escapeIdentifier(database)} to ${roleOf(schema)};`;
