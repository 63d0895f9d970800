import { createFairShare } from '@svc/kernel';

/**
 * Deliveries written in one transaction, a third of a second's work. A company gets as many as it
 * leaves free for others.
 */
const MOST_AT_ONCE = 2_000;
/** An event with more deliveries waits. */
export const MOST_OF_AN_EVENT = 100;

export interface Shared<Event> {
  readonly now: readonly Event[];
  readonly later: readonly Event[];
}

/**
 * Shares a transaction among companies, so that many endpoints or changes of one do not delay the
 * others. Events behind a waiting event of their company wait too.
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
