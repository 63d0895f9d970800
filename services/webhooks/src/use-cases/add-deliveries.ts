import { newDeliveryId } from '../delivery/attempt-delivery';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { AnnouncedEvent } from '../persistence/delivery-log';
import type { SubscribedEndpoint } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import type { WaitingEvent } from '../persistence/waiting-events';

/** An event, and the endpoints that want it. */
interface SubscribedEvent {
  readonly event: WebhookEventRecord;
  readonly subscribed: readonly SubscribedEndpoint[];
}

/** An event that has just arrived, or has waited. */
type Arrived = Pick<WaitingEvent, 'event'> & Partial<WaitingEvent>;

/**
 * Each event with the endpoints that want it.
 *
 * @param most of an event: what it has beyond is left out
 */
export async function withSubscribed(
  { endpoints }: UnitOfWork,
  arrived: readonly Arrived[],
  most?: number,
): Promise<SubscribedEvent[]> {
  const lists = await endpoints.subscribedTo(
    arrived.map(({ event: { companyId, type, occurredAt }, waitingId }) => ({
      companyId,
      event: type,
      occurredAt,
      waitingId,
    })),
    most,
  );
  return arrived.map(({ event }, index) => ({ event, subscribed: lists[index] ?? [] }));
}

/** Writes one delivery of each event for each endpoint that wants it; of some events nobody does. */
export async function addDeliveries(
  { deliveries }: UnitOfWork,
  events: readonly SubscribedEvent[],
  at: Date,
): Promise<void> {
  const announced = events.filter(({ subscribed }) => subscribed.length > 0).map(announcedEvent);
  if (announced.length > 0) await deliveries.add(announced, at);
}

const announcedEvent = ({ event, subscribed }: SubscribedEvent): AnnouncedEvent => ({
  event,
  deliveries: subscribed.map(({ id, isReceiving, isMissed }) => ({
    id: newDeliveryId(),
    endpointId: id,
    isQueued: isReceiving,
    isMissed,
  })),
});
