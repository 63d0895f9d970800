import { createFairShare } from '@svc/kernel';

/**
 * How many deliveries are written at once, before later events are looked at: a third of a second's work. A
 * company may have as many of them as it leaves free for others.
 */
const MOST_AT_ONCE = 2_000;
/** How many of them may be of one event; an event with more waits for a turn. */
export const MOST_OF_AN_EVENT = 100;

/** What is written at once, and what waits for a turn. */
export interface Shared<Event> {
  readonly now: readonly Event[];
  readonly later: readonly Event[];
}

/**
 * Shares what is written at once among companies, so that whoever has many endpoints, or makes many
 * changes at once, does not hold up the events of others. What follows an event that waits waits too.
 */
export function shareAmongCompanies<
  Event extends { readonly companyId: number; readonly deliveries: number },
>(events: readonly Event[]): Shared<Event> {
  const shares = createFairShare(MOST_AT_ONCE);
  const waiting = new Set<number>();
  const now: Event[] = [];
  const later: Event[] = [];
  for (const event of events) {
    const { companyId, deliveries } = event;
    const mayBeNow = deliveries <= MOST_OF_AN_EVENT && !waiting.has(companyId);
    if (mayBeNow && shares.acquire(companyId, deliveries)) {
      now.push(event);
    } else {
      waiting.add(companyId);
      later.push(event);
    }
  }
  return { now, later };
}
