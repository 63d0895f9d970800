import { runOn, statement, type NoValues, type Statement } from '@svc/database';
import { startLoop, type Next } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import type { DataSource } from 'typeorm';

const BATCH_ROWS = 5_000;
const EVERY_MS = 60_000;

/** What a batched delete answers. */
export interface Deleted {
  readonly deleted: number;
}

/**
 * Relayed rows stay ten minutes: JetStream's confirmation is no promise that the event is on disk,
 * and what a power loss takes from the stream is published again from here.
 */
export const deleteRelayed = statement<NoValues, Deleted>()(
  'delete_relayed',
  `with gone as (
     delete from outbox where seq in (
       select seq from outbox where relayed_at < now() - interval '10 minutes'
       order by relayed_at limit ${BATCH_ROWS})
     returning 1)
   select count(*) as deleted from gone`,
);

/** The stream keeps an event for seven days, after which it cannot be delivered again. */
export const deleteConsumed = statement<NoValues, Deleted>()(
  'delete_consumed',
  `with gone as (
     delete from consumed_events where (consumer, event_id) in (
       select consumer, event_id from consumed_events
       where consumed_at < now() - interval '7 days'
       order by consumed_at limit ${BATCH_ROWS})
     returning 1)
   select count(*) as deleted from gone`,
);

/** Dead letters are kept for thirty days; their events left the stream long before. */
export const deleteDeadLetters = statement<NoValues, Deleted>()(
  'delete_dead_letters',
  `with gone as (
     delete from dead_letters where id in (
       select id from dead_letters where created_at < now() - interval '30 days'
       order by id limit ${BATCH_ROWS})
     returning 1)
   select count(*) as deleted from gone`,
);

/** Runs a batched delete until nothing is left to delete, then again every minute, until it is stopped. */
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
