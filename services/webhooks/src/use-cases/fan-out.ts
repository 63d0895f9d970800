import { createDeliveryId } from '../delivery/attempt-delivery';
import { MAX_DELIVERIES_PER_EVENT, shareDeliveries } from '../domain/share-deliveries';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { OccurredEvent, SubscribedEndpoint } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

interface SubscribedEvent {
  readonly event: WebhookEventRecord;
  readonly subscribed: readonly SubscribedEndpoint[];
}

/**
 * Turns each event into one delivery per subscribed endpoint, or puts it on the waiting list.
 * Returns the companies whose keys can pull one of the events.
 */
export const fanOut =
  ({ now }: Pick<Dependencies, 'now'>) =>
  async (unit: UnitOfWork, events: readonly WebhookEventRecord[]): Promise<readonly number[]> => {
    const occurred = events.map((event) => toOccurredEvent(event));
    const lists = await unit.endpoints.findSubscribed(occurred, MAX_DELIVERIES_PER_EVENT + 1);
    const { now: writable, later } = shareDeliveries(
      events.map((event, index) => {
        const subscribed = lists[index] ?? [];
        const { companyId } = event;
        return { companyId, event, subscribed, deliveries: subscribed.length };
      }),
    );
    const at = now();
    const pullingCompanyIds = await addDeliveries(unit, writable, at);
    const waiting = later.map(({ event }) => event);
    if (waiting.length > 0) await unit.waiting.add(waiting, at);
    return pullingCompanyIds;
  };

/** Smaller than every company id. */
export const BEFORE_ALL_COMPANIES = 0;

/**
 * Writes the oldest waiting event of the first company after this one. False when there is none.
 *
 * @param onTaken called with the event's company before the deliveries are written
 */
export const fanOutWaiting =
  ({ transactWithoutWakingRelay, now }: Pick<Dependencies, 'transactWithoutWakingRelay' | 'now'>) =>
  (afterCompany: number, onTaken: (companyId: number) => void): Promise<boolean> =>
    transactWithoutWakingRelay(async (unit) => {
      const next = await unit.waiting.takeAfter(afterCompany);
      if (!next) return false;
      const { event, waitingId } = next;
      onTaken(event.companyId);
      const [subscribed = []] = await unit.endpoints.findSubscribed([
        toOccurredEvent(event, waitingId),
      ]);
      await addDeliveries(unit, [{ event, subscribed }], now());
      return true;
    });

const toOccurredEvent = (
  { companyId, type, occurredAt }: WebhookEventRecord,
  waitingId?: number,
): OccurredEvent => ({ companyId, event: type, occurredAt, waitingId });

async function addDeliveries(
  { deliveries }: UnitOfWork,
  events: readonly SubscribedEvent[],
  at: Date,
): Promise<readonly number[]> {
  const added = events
    .map(({ event, subscribed }) => ({
      event,
      deliveries: subscribed.filter(({ isPulled }) => !isPulled).map(toNewDelivery),
      pulledBy: subscribed
        .filter(({ isPulled, isReceiving }) => isPulled && isReceiving)
        .map(({ id }) => id),
    }))
    .filter(({ deliveries, pulledBy }) => deliveries.length + pulledBy.length > 0);
  if (added.length > 0) await deliveries.add(added, at);
  const pulled = added.filter(({ pulledBy }) => pulledBy.length > 0);
  return [...new Set(pulled.map(({ event }) => event.companyId))];
}

const toNewDelivery = ({ id, isReceiving, isMissed }: SubscribedEndpoint) => ({
  id: createDeliveryId(),
  endpointId: id,
  isQueued: isReceiving,
  isMissed,
});
