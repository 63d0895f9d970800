import type { QueryRunner } from 'typeorm';

/** Follows `on`: `transactions (company_id, item_id)`. */
interface IndexToBuild {
  readonly name: string;
  readonly on: string;
}

/** After a time-out the process ends, and its next start tries again. */
const WAIT_FOR_OTHERS = '1min';

/**
 * Builds an index without blocking writes, outside a transaction; first drops an invalid one left by an
 * aborted attempt.
 */
export async function buildIndex(runner: QueryRunner, { name, on }: IndexToBuild): Promise<void> {
  await runner.query(`set lock_timeout = '${WAIT_FOR_OTHERS}'`);
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create index concurrently ${name} on ${on}`);
  await runner.query('set lock_timeout = 0');
}
