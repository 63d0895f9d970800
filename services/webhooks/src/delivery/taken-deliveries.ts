import type { ClaimedDelivery } from '../persistence/claim-deliveries';

/** Claimed by this process, and not recorded or put back yet. */
export interface TakenDeliveries {
  add(claimed: readonly ClaimedDelivery[]): void;
  /** Its request has ended: the endpoint may get another one, the slot stays taken. */
  markEnded(claimed: ClaimedDelivery): void;
  release(claimed: readonly ClaimedDelivery[]): void;
  /** Other processes may claim them now; late results are ignored. */
  forgetAll(): void;
  has(claimed: ClaimedDelivery): boolean;
  all(): readonly ClaimedDelivery[];
  count(): number;
  countRetries(): number;
  countSendingToEndpoint(endpointId: number): number;
  countByCompany(): ReadonlyMap<number, number>;
  waitUntilNone(withinMs: number): Promise<void>;
}

export function createTakenDeliveries(onRoom: () => void): TakenDeliveries {
  const taken = new Set<ClaimedDelivery>();
  const sending = new Map<number, number>();
  let onNone = (): void => {};

  function addSending(endpointId: number, more: number): void {
    const count = (sending.get(endpointId) ?? 0) + more;
    if (count > 0) sending.set(endpointId, count);
    else sending.delete(endpointId);
  }

  return {
    add(claimed) {
      for (const each of claimed) {
        taken.add(each);
        addSending(each.endpointId, 1);
      }
    },
    markEnded({ endpointId }) {
      addSending(endpointId, -1);
      onRoom();
    },
    release(claimed) {
      for (const each of claimed) taken.delete(each);
      if (taken.size === 0) onNone();
      onRoom();
    },
    forgetAll: () => taken.clear(),
    has: (claimed) => taken.has(claimed),
    all: () => [...taken],
    count: () => taken.size,
    countRetries: () => [...taken].reduce((count, { isRetry }) => count + Number(isRetry), 0),
    countSendingToEndpoint: (endpointId) => sending.get(endpointId) ?? 0,
    countByCompany() {
      const counts = new Map<number, number>();
      for (const { companyId } of taken) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      return counts;
    },
    waitUntilNone: (withinMs) =>
      new Promise((resolve) => {
        if (taken.size === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        onNone = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
