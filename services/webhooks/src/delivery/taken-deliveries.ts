import type { Claimed } from '../persistence/claim-deliveries';

/** Claimed by this process, and not recorded or put back yet. */
export interface TakenDeliveries {
  add(claimed: readonly Claimed[]): void;
  /** Its request has ended: the endpoint may get another one, the slot stays taken. */
  end(claimed: Claimed): void;
  release(claimed: readonly Claimed[]): void;
  /** Other processes may claim them now; late results are ignored. */
  forgetAll(): void;
  has(claimed: Claimed): boolean;
  all(): readonly Claimed[];
  count(): number;
  retries(): number;
  sending(endpointId: number): number;
  byCompany(): ReadonlyMap<number, number>;
  untilNone(withinMs: number): Promise<void>;
}

export function createTakenDeliveries(onRoom: () => void): TakenDeliveries {
  const taken = new Set<Claimed>();
  const sending = new Map<number, number>();
  let onNone = (): void => {};

  function countSending(endpointId: number, more: number): void {
    const count = (sending.get(endpointId) ?? 0) + more;
    if (count > 0) sending.set(endpointId, count);
    else sending.delete(endpointId);
  }

  return {
    add(claimed) {
      for (const each of claimed) {
        taken.add(each);
        countSending(each.endpointId, 1);
      }
    },
    end({ endpointId }) {
      countSending(endpointId, -1);
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
    retries: () => [...taken].reduce((count, { isRetry }) => count + Number(isRetry), 0),
    sending: (endpointId) => sending.get(endpointId) ?? 0,
    byCompany() {
      const counts = new Map<number, number>();
      for (const { companyId } of taken) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
      return counts;
    },
    untilNone: (withinMs) =>
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
