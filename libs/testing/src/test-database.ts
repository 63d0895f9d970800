import { createHash, randomBytes } from 'node:crypto';
import { createDataSource, migrate, type DataSourceSettings } from '@svc/database';
import { accessSql, contextUrl, withClient, type DatabaseSchema } from '@svc/local-servers';
import { createLogger } from '@svc/logging';
import { BASE_DATABASE, PASSWORD, testServers } from './test-servers';

export interface TestDatabaseOptions {
  readonly context: DatabaseSchema;
  readonly migrations: DataSourceSettings['migrations'];
  readonly entities?: DataSourceSettings['entities'];
  readonly poolSize?: number;
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

const log = createLogger({ name: 'test', level: 'silent' });

export async function createTestDatabase(options: TestDatabaseOptions) {
  const { context, entities = [], migrations, poolSize } = options;
  const { adminUrl } = testServers();
  const name = `test_${context}_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, async (admin) => {
    const template = await migratedTemplate(options, async (sql) => {
      const { rows } = await admin.query<Record<string, unknown>>(sql);
      return rows;
    });
    await admin.query(createSql(name, template));
    await admin.query(accessSql(name, context));
  });
  const url = urlOf(name, context);
  const db = createDataSource({ url, name: 'test', entities, migrations, poolSize, log });
  await db.initialize();
  return { db, url, close: () => db.destroy() };
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Migrated by the first test file of a run; the others wait. */
async function migratedTemplate(
  { context, migrations }: TestDatabaseOptions,
  query: Query,
): Promise<string> {
  const names = migrations.map((migration) => migration.name).join();
  const digest = createHash('sha256').update(names).digest('hex').slice(0, 12);
  const template = `template_${context}_${digest}`;
  await query(`select pg_advisory_lock(hashtext('${template}'))`);
  const existing = await query(`select from pg_database where datname = '${template}'`);
  if (existing.length === 0) {
    const draft = `${template}_draft`;
    await query(`drop database if exists ${draft}`);
    await query(createSql(draft, BASE_DATABASE));
    await query(accessSql(draft, context));
    await migrateAt(urlOf(draft, context), migrations);
    await query(`alter database ${draft} rename to ${template}`);
  }
  await query(`select pg_advisory_unlock(hashtext('${template}'))`);
  return template;
}

async function migrateAt(url: string, migrations: DataSourceSettings['migrations']): Promise<void> {
  const db = createDataSource({ url, name: 'template', entities: [], migrations, log });
  await db.initialize();
  try {
    await migrate(db, log);
  } finally {
    await db.destroy();
  }
}

// A third of the default's cost, which logs every page; checkpoints are free without fsync.
const createSql = (name: string, template: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

const urlOf = (database: string, context: DatabaseSchema): string =>
  contextUrl(testServers().adminUrl, database, { context, password: PASSWORD });
