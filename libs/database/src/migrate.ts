import { MIGRATION_POOL_SIZE } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { setSessionDefaults } from './session-defaults';
import { prepareTurns, takeTurn } from './turn';

/**
 * Brings the schema up to date, on connections of its own: a migration may take longer than any
 * request is allowed to, and they may lead past a pooler, at `directUrl`.
 *
 * One process of a schema has its turn at a time, so that replicas may start at once; one that dies
 * while migrating ends its own. A release before takes its turns elsewhere, which is no harm: what
 * that one could apply is applied.
 */
export async function migrate(db: DataSource, log: Logger, directUrl?: string): Promise<void> {
  const options = db.options as PostgresDataSourceOptions;
  const migrator = new DataSource({
    ...options,
    url: directUrl ?? options.url,
    poolSize: MIGRATION_POOL_SIZE,
    extra: {
      ...options.extra,
      // As text: the driver takes the number 0 for none, and the role's own would hold.
      statement_timeout: '0',
      lock_timeout: '0',
      idle_in_transaction_session_timeout: '0',
    },
  });
  await migrator.initialize();
  try {
    await setSessionDefaults(migrator);
    await prepareTurns(migrator);
    await migrator.transaction(async (tx) => {
      await takeTurn(tx, 'migrations');
      const applied = await migrator.runMigrations({ transaction: 'each' });
      for (const { name } of applied) log.info({ migration: name }, 'migration applied');
    });
  } finally {
    await migrator.destroy();
  }
}

/** Names of the migrations that the schema has yet to get; asks, and changes nothing. */
export async function missingMigrations(db: DataSource): Promise<string[]> {
  const [table] = await db.query<{ there: boolean }[]>(
    `select to_regclass('migrations') is not null as there`,
  );
  const applied = table?.there
    ? await db.query<{ name: string }[]>('select name from migrations')
    : [];
  const names = new Set(applied.map(({ name }) => name));
  return db.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !names.has(name));
}
