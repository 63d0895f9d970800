import { runOn, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';

// In order of id, so that two replicas that got the same events cannot block each other.
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

/**
 * The ids of those events that the consumer has not handled before; the transaction records them as
 * handled.
 *
 * Waits for another transaction that is recording the same event, so that an event is handled once.
 */
export async function consumeEach(
  tx: EntityManager,
  consumer: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const rows = await runOn(tx)(recordConsumed, { consumer, eventIds: [...eventIds] });
  return new Set(rows.map(({ event_id }) => event_id));
}
