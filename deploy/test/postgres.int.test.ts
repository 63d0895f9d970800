import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  databaseUrl,
  SCHEMAS,
  startPostgres,
  withClient,
  type LocalServer,
} from '@svc/local-servers';

const DEPLOY = join(__dirname, '..');
const dir = mkdtempSync(join(tmpdir(), 'deploy-postgres-'));
let server: LocalServer;

beforeAll(async () => {
  server = await startPostgres({ dir, durable: false, password: 'of-the-administrator' });
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const rowsOf = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

/** The role's password is its name. */
function urlOf(role: string, database: string): string {
  const url = new URL(databaseUrl(server.url, database));
  url.username = role;
  url.password = role;
  return url.href;
}

const WHERE = `create table notes (title text);
  create index on notes using gin (title public.gin_trgm_ops);
  select tableowner as owner, schemaname as schema from pg_tables where tablename = 'notes'`;

describe('provision.sql', () => {
  it('gives each context a role with a schema of its own', async () => {
    const script = readFileSync(join(DEPLOY, 'postgres/provision.sql'), 'utf8')
      .replaceAll(/^\\.*$/gm, '')
      .replaceAll(/:'(\w+)_password'/g, "'svc_$1'");
    await rowsOf(server.url, 'create database fsm');
    await rowsOf(databaseUrl(server.url, 'fsm'), script);

    for (const schema of SCHEMAS) {
      const [row] = await rowsOf(
        urlOf(`svc_${schema}`, 'fsm'),
        `select current_schemas(false) as schemas, rolconnlimit as connections
         from pg_roles where rolname = current_user`,
      );
      expect(row).toEqual({ schemas: `{${schema},extensions}`, connections: 44 });
    }
  });
});

describe('a database of a context’s own, as the component postgres asks for it', () => {
  beforeAll(async () => {
    await rowsOf(server.url, `create role jobs login password 'jobs' connection limit 44`);
    await rowsOf(server.url, 'create database jobs owner jobs');
    await rowsOf(
      databaseUrl(server.url, 'jobs'),
      `create schema jobs authorization jobs;
       create extension pg_trgm;
       create extension btree_gin;`,
    );
  });

  it('takes the tables of the role into the schema of its name', async () => {
    const results = await withClient(urlOf('jobs', 'jobs'), (client) => client.query(WHERE));

    const { rows } = (results as unknown as { rows: unknown[] }[]).at(-1) ?? { rows: [] };
    expect(rows).toEqual([{ owner: 'jobs', schema: 'jobs' }]);
  });

  it('is worked on by a second role in the name of the first, while a password is rotated', async () => {
    const [, sql = ''] =
      /```sql\n([^`]+)```/.exec(readFileSync(join(DEPLOY, 'README.md'), 'utf8')) ?? [];
    await rowsOf(server.url, sql.replace("'…'", "'jobs_next'"));

    const [session] = await rowsOf(
      urlOf('jobs_next', 'jobs'),
      `select session_user as session, current_user as user, current_schema as schema,
         current_setting('statement_timeout') as statement`,
    );
    expect(session).toEqual({
      session: 'jobs_next',
      user: 'jobs',
      schema: 'jobs',
      statement: '4500ms',
    });
    await rowsOf(urlOf('jobs_next', 'jobs'), 'create table later (id bigint)');
    const [table] = await rowsOf(
      urlOf('jobs', 'jobs'),
      `select tableowner as owner from pg_tables where tablename = 'later'`,
    );
    expect(table).toEqual({ owner: 'jobs' });
    await rowsOf(server.url, 'drop role jobs_next');
  });
});
