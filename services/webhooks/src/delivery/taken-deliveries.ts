import type { Claimed } from '../persistence/claim-deliveries';

/** The deliveries that this process has taken, until they are recorded or put back. */
export interface TakenDeliveries {
  add(claimed: readonly Claimed[]): void;
  /** Its endpoint may get another request, but its slot stays taken until it is released. */
  answered(claimed: Claimed): void;
  release(claimed: readonly Claimed[]): void;
  /** Another process may take these deliveries now: results that still arrive here are ignored. */
  forgetAll(): void;
  has(claimed: Claimed): boolean;
  all(): readonly Claimed[];
  count(): number;
  /** How many of them are retries. */
  retries(): number;
  /** How many are taken for an endpoint and not answered. */
  unanswered(endpointId: number): number;
  byCompany(): ReadonlyMap<number, number>;
  /** Resolves when there are none, or after so long. */
  untilNone(withinMs: number): Promise<void>;
}

/** `onRoom` is called when another one may be taken. */
export function takenDeliveries(onRoom: () => void): TakenDeliveries {
  const taken = new Set<Claimed>();
  /** By endpoint. */
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
