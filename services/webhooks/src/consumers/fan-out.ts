import { WEBHOOK_EVENTS } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import { newDeliveryId } from '../delivery/attempt-delivery';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { Unit } from '../persistence/transaction';

type Fields = Readonly<Record<string, unknown>>;

const recordOf = (event: ReceivedEvent): WebhookEventRecord => ({
  id: event.id,
  companyId: event.companyId,
  type: event.type,
  recordId: event.recordId,
  version: event.version,
  occurredAt: event.occurredAt,
  source: event.actor,
  previous: (event.data['previous'] as Fields | undefined) ?? {},
  object: (event.data['object'] as Fields | undefined) ?? null,
});

/** Turns an event into one delivery for each endpoint that wants it. */
export const fanOut =
  (now: () => Date) =>
  async ({ endpoints, log }: Unit, event: ReceivedEvent): Promise<void> => {
    if (!(WEBHOOK_EVENTS as readonly string[]).includes(event.type)) return;
    const subscribed = await endpoints.subscribedTo(event.companyId, event.type);
    if (subscribed.length === 0) return;
    const deliveries = subscribed.map(({ id, isReceiving }) => ({
      id: newDeliveryId(),
      endpointId: id,
      isQueued: isReceiving,
    }));
    await log.add(recordOf(event), deliveries, now());
  };
