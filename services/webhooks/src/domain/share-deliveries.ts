import { createFairShare } from '@svc/kernel';

/** Written in about a third of a second. */
const MAX_DELIVERIES = 2_000;
/** An event with more deliveries waits. */
export const MAX_DELIVERIES_PER_EVENT = 100;

/**
 * Splits events into those whose deliveries are written now, and those that wait. A company never
 * gets more deliveries than it leaves free for others; its later events wait behind a waiting one.
 */
export function shareDeliveries<
  Event extends { readonly companyId: number; readonly deliveries: number },
>(events: readonly Event[]): { readonly now: readonly Event[]; readonly later: readonly Event[] } {
  const shares = createFairShare(MAX_DELIVERIES);
  const waitingCompanies = new Set<number>();
  const now: Event[] = [];
  const later: Event[] = [];
  for (const event of events) {
    const { companyId, deliveries } = event;
    const isEligible = deliveries <= MAX_DELIVERIES_PER_EVENT && !waitingCompanies.has(companyId);
    if (isEligible && shares.acquire(companyId, deliveries)) {
      now.push(event);
    } else {
      waitingCompanies.add(companyId);
      later.push(event);
    }
  }
  return { now, later };
}
