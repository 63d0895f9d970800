import type { QueryRunner } from 'typeorm';

/** As `create index` takes it, behind its name: `transactions (company_id, item_id)`. */
interface IndexToBuild {
  readonly name: string;
  readonly on: string;
}

/** Longer than transactions last that requests hold open; then the process ends, and another one tries. */
const WAIT_FOR_OTHERS = '1min';

/**
 * Builds an index while its table is written, for a migration whose `transaction` is false: PostgreSQL
 * does that outside of transactions alone.
 *
 * What an attempt that was broken off has left behind is taken away first.
 */
export async function buildIndex(runner: QueryRunner, { name, on }: IndexToBuild): Promise<void> {
  await runner.query(`set lock_timeout = '${WAIT_FOR_OTHERS}'`);
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create index concurrently ${name} on ${on}`);
  await runner.query('set lock_timeout = 0');
}
