import { newDeliveryId } from '../delivery/attempt-delivery';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { AnnouncedEvent } from '../persistence/delivery-log';
import type { SubscribedEndpoint } from '../persistence/endpoint-repository';

/** The event with one delivery for each endpoint that wants it. */
export const announcedEvent = (
  event: WebhookEventRecord,
  subscribed: readonly SubscribedEndpoint[],
): AnnouncedEvent => ({
  event,
  deliveries: subscribed.map(({ id, isReceiving, isMissed }) => ({
    id: newDeliveryId(),
    endpointId: id,
    isQueued: isReceiving,
    isMissed,
  })),
});
