import { deletionOf } from '@svc/database';

/**
 * Relayed rows stay ten minutes: JetStream's confirmation is no promise that the event is on disk,
 * and what a power loss takes from the stream is published again from here.
 */
export const deleteRelayed = deletionOf({
  table: 'outbox',
  key: 'seq',
  keptFor: { relayed_at: '10 minutes' },
});

/** The stream keeps an event for seven days, after which it cannot be delivered again. */
export const deleteConsumed = deletionOf({
  table: 'consumed_events',
  key: 'consumer, event_id',
  keptFor: { consumed_at: '7 days' },
});

/** Dead letters are kept for thirty days; their events left the stream long before. */
export const deleteDeadLetters = deletionOf({
  table: 'dead_letters',
  key: 'id',
  keptFor: { created_at: '30 days' },
});
