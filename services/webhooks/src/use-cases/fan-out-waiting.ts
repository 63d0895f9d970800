import type { Transact } from '../persistence/transaction';
import { announcedEvent } from './announced-event';

/** Before the ids of all companies. */
export const BEFORE_ALL = 0;

/**
 * Writes the deliveries of one event that waits: the oldest one of the first company after another one.
 * False where no company after it has any.
 *
 * @param taken called with the event's company before they are written
 */
export const fanOutWaiting =
  (transact: Transact, now: () => Date) =>
  (afterCompany: number, taken: (companyId: number) => void): Promise<boolean> =>
    transact(async ({ endpoints, deliveries, waiting }) => {
      const next = await waiting.takeAfter(afterCompany);
      if (!next) return false;
      const { waitingId, event } = next;
      const { companyId, type, occurredAt } = event;
      taken(companyId);
      const wanted = [{ companyId, event: type, occurredAt, waitingId }];
      const [subscribed = []] = await endpoints.subscribedTo(wanted);
      // Its endpoints may have been deleted meanwhile.
      if (subscribed.length > 0) await deliveries.add([announcedEvent(event, subscribed)], now());
      return true;
    });
