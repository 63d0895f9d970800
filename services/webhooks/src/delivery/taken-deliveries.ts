import type { Claimed } from '../persistence/claim-deliveries';

/** Deliveries that this process has claimed, until they are recorded or put back. */
export interface TakenDeliveries {
  add(claimed: readonly Claimed[]): void;
  /** The endpoint may get another request; the slot stays taken until the release. */
  answered(claimed: Claimed): void;
  release(claimed: readonly Claimed[]): void;
  /** Other processes may claim them now; results that still arrive are ignored. */
  forgetAll(): void;
  has(claimed: Claimed): boolean;
  all(): readonly Claimed[];
  count(): number;
  retries(): number;
  unanswered(endpointId: number): number;
  byCompany(): ReadonlyMap<number, number>;
  /** Resolves when none is left, or after this time. */
  untilNone(withinMs: number): Promise<void>;
}

export function takenDeliveries(onRoom: () => void): TakenDeliveries {
  const taken = new Set<Claimed>();
  const unanswered = new Map<number, number>();
  let onNone = (): void => {};

  function countUnanswered(endpointId: number, more: number): void {
    const count = (unanswered.get(endpointId) ?? 0) + more;
    if (count > 0) unanswered.set(endpointId, count);
    else unanswered.delete(endpointId);
  }

  return {
    add(claimed) {
      for (const each of claimed) {
        taken.add(each);
        countUnanswered(each.endpointId, 1);
      }
    },
    answered({ endpointId }) {
      countUnanswered(endpointId, -1);
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
    unanswered: (endpointId) => unanswered.get(endpointId) ?? 0,
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
