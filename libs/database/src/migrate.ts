import type { Logger } from '@svc/logging';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';

/** Any number will do as long as every process of a schema uses the same. */
const MIGRATION_LOCK = 7_041_001;

/**
 * Brings the schema up to date, on connections of its own: a migration may take longer than any
 * request is allowed to.
 *
 * The lock is per schema, so that replicas may start at once, and belongs to one connection, so that
 * a process that dies while migrating frees it.
 */
export async function migrate(db: DataSource, log: Logger): Promise<void> {
  const options = db.options as PostgresDataSourceOptions;
  const migrator = new DataSource({
    ...options,
    poolSize: 2,
    extra: { ...options.extra, statement_timeout: 0, lock_timeout: 0 },
  });
  await migrator.initialize();
  try {
    const lock = migrator.createQueryRunner();
    await lock.query('select pg_advisory_lock($1, hashtext(current_schema()))', [MIGRATION_LOCK]);
    const applied = await migrator.runMigrations({ transaction: 'each' });
    for (const { name } of applied) log.info({ migration: name }, 'migration applied');
    await lock.release();
  } finally {
    // Closing the connection frees the lock.
    await migrator.destroy();
  }
}
