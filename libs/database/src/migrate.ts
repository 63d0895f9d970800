import { MIGRATION_POOL_SIZE } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { prepareTurns, takeTurn } from './turn';

/**
 * Brings the schema up to date, on connections of its own: a migration may take longer than any
 * request is allowed to.
 *
 * One process of a schema has its turn at a time, so that replicas may start at once; one that dies
 * while migrating ends its own. A release before takes its turns elsewhere, which is no harm: what
 * that one could apply is applied.
 */
export async function migrate(db: DataSource, log: Logger): Promise<void> {
  const options = db.options as PostgresDataSourceOptions;
  const migrator = new DataSource({
    ...options,
    poolSize: MIGRATION_POOL_SIZE,
    extra: {
      ...options.extra,
      statement_timeout: 0,
      lock_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    },
  });
  await migrator.initialize();
  try {
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
