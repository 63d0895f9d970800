import { startLoop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { runOn, statement, type NoValues, type Statement } from './statement';

const BATCH_ROWS = 5_000;
const EVERY_MS = 60_000;

/** Rows of a table that are kept for a while. */
export interface KeptRows {
  readonly table: string;
  /** The columns that tell them apart: `company_id, id`. */
  readonly key: string;
  /**
   * For how long after the time in a column, as PostgreSQL writes intervals: `{ created_at: '7 days' }`.
   * Old rows are deleted in the order of the first.
   */
  readonly keptFor: Readonly<Record<string, string>>;
}

/** What a deletion of old rows answers. */
export interface Deleted {
  readonly deleted: number;
}

/** Deletes a batch of the rows that were kept for long enough, the oldest first. */
export const deletionOf = ({ table, key, keptFor }: KeptRows): Statement<NoValues, Deleted> => {
  const [first] = Object.keys(keptFor);
  const isOld = Object.entries(keptFor)
    .map(([since, interval]) => `${since} < now() - interval '${interval}'`)
    .join(' or ');
  return statement<NoValues, Deleted>()(
    `delete_old_${table}`,
    `with gone as (
       delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${isOld} order by ${first} limit ${BATCH_ROWS})
       returning 1)
     select count(*) as deleted from gone`,
  );
};

/** Runs a deletion until nothing is left to delete, then again every minute, until it is stopped. */
export function keepDeleting(
  db: DataSource,
  deletion: Statement<NoValues, Deleted>,
  log: Logger,
): { stop(): Promise<void> } {
  const run = runOn(db);

  async function deleteSome(): Promise<Next> {
    try {
      const [row] = await run(deletion);
      return row?.deleted === BATCH_ROWS ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, 'retention failed');
      return 'failed';
    }
  }

  return startLoop({ work: deleteSome, pollMs: EVERY_MS });
}
