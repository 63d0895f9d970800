import { createFairShare } from '@svc/kernel';

/** A third of a second's work. */
const MAX_DELIVERIES = 2_000;
/** An event with more deliveries waits. */
export const MAX_DELIVERIES_PER_EVENT = 100;

export interface Shared<Event> {
  readonly now: readonly Event[];
  readonly later: readonly Event[];
}

/**
 * A company gets as many as it leaves free for others. Events behind a waiting event of their
 * company wait too.
 */
export function shareAmongCompanies<
  Event extends { readonly companyId: number; readonly deliveries: number },
>(events: readonly Event[]): Shared<Event> {
  const shares = createFairShare(MAX_DELIVERIES);
  const waiting = new Set<number>();
  const now: Event[] = [];
  const later: Event[] = [];
  for (const event of events) {
    const { companyId, deliveries } = event;
    const mayBeNow = deliveries <= MAX_DELIVERIES_PER_EVENT && !waiting.has(companyId);
    if (mayBeNow && shares.acquire(companyId, deliveries)) {
      now.push(event);
    } else {
      waiting.add(companyId);
      later.push(event);
    }
  }
  return { now, later };
}
