import type { ClaimedDelivery } from '../persistence/claim-deliveries';

/** Deliveries that this process has claimed and neither recorded nor put back yet. */
export interface ClaimedDeliveries {
  add(deliveries: readonly ClaimedDelivery[]): void;
  /** Its request has ended, so the endpoint may get another one. */
  markEnded(delivery: ClaimedDelivery): void;
  release(deliveries: readonly ClaimedDelivery[]): void;
  /** Other processes may claim them now; late results are ignored. */
  forgetAll(): void;
  has(delivery: ClaimedDelivery): boolean;
  all(): readonly ClaimedDelivery[];
  count(): number;
  countRetries(): number;
  /** Claims of an endpoint whose requests have not ended. */
  countOpenRequests(endpointId: number): number;
  countByCompany(): ReadonlyMap<number, number>;
  waitUntilNone(withinMs: number): Promise<void>;
}

export function createClaimedDeliveries(onSlotFreed: () => void): ClaimedDeliveries {
  const claims = new Set<ClaimedDelivery>();
  const openRequests = new Map<number, number>();
  let onNone = (): void => {};

  function addOpenRequests(endpointId: number, more: number): void {
    const count = (openRequests.get(endpointId) ?? 0) + more;
    if (count > 0) openRequests.set(endpointId, count);
    else openRequests.delete(endpointId);
  }

  return {
    add(deliveries) {
      for (const each of deliveries) {
        claims.add(each);
        addOpenRequests(each.endpointId, 1);
      }
    },
    markEnded({ endpointId }) {
      addOpenRequests(endpointId, -1);
      onSlotFreed();
    },
    release(deliveries) {
      for (const each of deliveries) claims.delete(each);
      if (claims.size === 0) onNone();
      onSlotFreed();
    },
    forgetAll: () => claims.clear(),
    has: (delivery) => claims.has(delivery),
    all: () => [...claims],
    count: () => claims.size,
    countRetries: () => [...claims].reduce((count, { isRetry }) => count + Number(isRetry), 0),
    countOpenRequests: (endpointId) => openRequests.get(endpointId) ?? 0,
    countByCompany() {
      const counts = new Map<number, number>();
      for (const { companyId } of claims) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      return counts;
    },
    waitUntilNone: (withinMs) =>
      new Promise((resolve) => {
        if (claims.size === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        onNone = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
