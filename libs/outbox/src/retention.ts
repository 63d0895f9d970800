import { createDeletion } from '@svc/database';

/**
 * A confirmation is no promise that the event is on disk: what a power loss takes is published again from
 * here.
 */
export const deleteRelayed = createDeletion({
  table: 'outbox',
  key: 'seq',
  keptFor: { relayed_at: '10 minutes' },
});

/** Equals the retention of the stream. */
export const deleteConsumed = createDeletion({
  table: 'consumed_events',
  key: 'consumer, event_id',
  keptFor: { consumed_at: '7 days' },
});

export const deleteDeadLetters = createDeletion({
  table: 'dead_letters',
  key: 'id',
  keptFor: { created_at: '30 days' },
});
