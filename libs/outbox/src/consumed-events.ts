import { createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';

// Ordered, so that replicas with the same events cannot deadlock.
const recordConsumed = statement<
  { consumer: string; eventIds: readonly string[] },
  { event_id: string }
>()(
  'record_consumed',
  `insert into consumed_events (consumer, event_id)
   select :consumer, event_id from unnest(:eventIds::text[]) as given (event_id) order by event_id
   on conflict do nothing
   returning event_id`,
);

/** Returns the ids that were new. Waits for transactions that record the same events. */
export async function recordConsumedEvents(
  tx: EntityManager,
  consumer: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await createRun(tx)(recordConsumed, { consumer, eventIds: [...eventIds] });
  return new Set(rows.map(({ event_id }) => event_id));
}
