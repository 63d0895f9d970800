import type { DataSource, EntityManager } from 'typeorm';

export async function runRolledBack<T>(
  db: DataSource,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = db.createQueryRunner();
  try {
    await runner.startTransaction();
    return await work(runner.manager);
  } finally {
    // A lost connection has rolled back already.
    await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}
