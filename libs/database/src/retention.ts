import { startLoop, type LoopResult } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';
import { createRun, statement, type NoValues, type Statement } from './statement';

const BATCH_ROWS = 5_000;
const INTERVAL_MS = 60_000;

export interface RetentionRule {
  readonly table: string;
  readonly key: string;
  /** `{ created_at: '7 days' }`; the first column orders the deletion. */
  readonly keptFor: Readonly<Record<string, string>>;
}

export interface Deleted {
  readonly deleted: number;
}

/** Deletes a batch, oldest first. */
export const createDeletion = ({
  table,
  key,
  keptFor,
}: RetentionRule): Statement<NoValues, Deleted> => {
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

export function startRetention(
  db: DataSource,
  deletion: Statement<NoValues, Deleted>,
  log: Logger,
): { stop(): Promise<void> } {
  const run = createRun(db);

  async function deleteSome(): Promise<LoopResult> {
    try {
      const [row] = await run(deletion);
      return row?.deleted === BATCH_ROWS ? 'more' : 'done';
    } catch (error) {
      log.warn({ err: error }, 'retention failed');
      return 'failed';
    }
  }

  return startLoop({ work: deleteSome, pollMs: INTERVAL_MS });
}
