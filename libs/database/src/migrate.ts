import { MIGRATION_POOL_SIZE } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { setSessionDefaults } from './session-defaults';
import { renewChanges } from './track-changes';
import { createLockTable, runExclusively } from './locks';

/**
 * Migrates on connections without time limits that bypass a pooler (`directUrl`); one process of a schema at
 * a time.
 */
export async function migrate(db: DataSource, log: Logger, directUrl?: string): Promise<void> {
  const options = db.options as PostgresDataSourceOptions;
  const migrator = new DataSource({
    ...options,
    url: directUrl ?? options.url,
    poolSize: MIGRATION_POOL_SIZE,
    extra: {
      ...options.extra,
      options: `${options.extra?.options ?? ''} -c statement_timeout=0 -c lock_timeout=0 -c transaction_timeout=0`,
    },
  });
  await migrator.initialize();
  try {
    await setSessionDefaults(migrator);
    await createLockTable(migrator);
    await runExclusively(migrator, async (tx) => {
      await requireFirstMigration(migrator);
      const applied = await migrator.runMigrations({ transaction: 'each' });
      for (const { name } of applied) log.info({ migration: name }, 'migration applied');
      if (await renewChanges(tx))
        log.warn('the database was moved to another cluster; existing cursors are rejected');
    });
  } finally {
    await migrator.destroy();
  }
}

export async function missingMigrations(db: DataSource): Promise<string[]> {
  const applied = await readAppliedMigrations(db);
  return listNames(db).filter((name) => !applied.has(name));
}

/** No migration leads from an older schema to the first release's. */
async function requireFirstMigration(db: DataSource): Promise<void> {
  const applied = await readAppliedMigrations(db);
  const [first] = listNames(db);
  if (applied.size > 0 && first && !applied.has(first)) {
    throw new Error(
      'the data is older than the first release; start with another --data or database, or delete this one',
    );
  }
}

const listNames = (db: DataSource): string[] =>
  db.migrations.map((migration) => migration.constructor.name);

async function readAppliedMigrations(db: DataSource): Promise<ReadonlySet<string>> {
  const [table] = await db.query<{ there: boolean }[]>(
    `select to_regclass('migrations') is not null as there`,
  );
  const applied = table?.there
    ? await db.query<{ name: string }[]>('select name from migrations')
    : [];
  return new Set(applied.map(({ name }) => name));
}
