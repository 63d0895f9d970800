import type { QueryRunner } from 'typeorm';

/** `on` is what follows the name in `create index`: `transactions (company_id, item_id)`. */
interface IndexToBuild {
  readonly name: string;
  readonly on: string;
}

/** Longer than any request's transaction; on a time-out the process ends, and the next start tries again. */
const WAIT_FOR_OTHERS = '1min';

/**
 * Builds an index without blocking writes, for a migration whose `transaction` is false. An invalid index
 * left by a broken-off attempt is dropped first.
 */
export async function buildIndex(runner: QueryRunner, { name, on }: IndexToBuild): Promise<void> {
  await runner.query(`set lock_timeout = '${WAIT_FOR_OTHERS}'`);
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create index concurrently ${name} on ${on}`);
  await runner.query('set lock_timeout = 0');
}
