import type { ClaimedDelivery } from '../persistence/claim-deliveries';

/** Claimed by this process, and not recorded or put back yet. */
export interface ClaimedDeliveries {
  add(claimed: readonly ClaimedDelivery[]): void;
  /** Its request has ended, so the endpoint may get another one. */
  markEnded(claimed: ClaimedDelivery): void;
  release(claimed: readonly ClaimedDelivery[]): void;
  /** Other processes may claim them now; late results are ignored. */
  forgetAll(): void;
  has(claimed: ClaimedDelivery): boolean;
  all(): readonly ClaimedDelivery[];
  count(): number;
  countRetries(): number;
  /** Claims of an endpoint whose requests have not ended. */
  countOpenRequests(endpointId: number): number;
  countByCompany(): ReadonlyMap<number, number>;
  waitUntilNone(withinMs: number): Promise<void>;
}

export function createClaimedDeliveries(onRoom: () => void): ClaimedDeliveries {
  const deliveries = new Set<ClaimedDelivery>();
  const openRequests = new Map<number, number>();
  let onNone = (): void => {};

  function addOpenRequests(endpointId: number, more: number): void {
    const count = (openRequests.get(endpointId) ?? 0) + more;
    if (count > 0) openRequests.set(endpointId, count);
    else openRequests.delete(endpointId);
  }

  return {
    add(claimed) {
      for (const each of claimed) {
        deliveries.add(each);
        addOpenRequests(each.endpointId, 1);
      }
    },
    markEnded({ endpointId }) {
      addOpenRequests(endpointId, -1);
      onRoom();
    },
    release(claimed) {
      for (const each of claimed) deliveries.delete(each);
      if (deliveries.size === 0) onNone();
      onRoom();
    },
    forgetAll: () => deliveries.clear(),
    has: (claimed) => deliveries.has(claimed),
    all: () => [...deliveries],
    count: () => deliveries.size,
    countRetries: () => [...deliveries].reduce((count, { isRetry }) => count + Number(isRetry), 0),
    countOpenRequests: (endpointId) => openRequests.get(endpointId) ?? 0,
    countByCompany() {
      const counts = new Map<number, number>();
      for (const { companyId } of deliveries)
        counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      return counts;
    },
    waitUntilNone: (withinMs) =>
      new Promise((resolve) => {
        if (deliveries.size === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        onNone = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
