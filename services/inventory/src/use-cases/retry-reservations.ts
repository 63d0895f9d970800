import type { Dependencies } from './dependencies';
import { settleReservation } from './follow-job';

const AUTHOR = { actor: 'scheduled' };
/** How often each company has its turn before the process may stop. */
const MAX_TURNS = 100;
const MAX_FORGOTTEN = 1_000;

/** Tries the oldest reservation of a company that stock has arrived for; whether it is covered now. */
const retryOldest =
  ({ arrivals, transact, now }: Pick<Dependencies, 'arrivals' | 'transact' | 'now'>) =>
  async (companyId: number): Promise<boolean> => {
    const jobId = await arrivals.oldestWaiting(companyId);
    if (jobId === undefined) return false;
    return transact(async (unit) => {
      const before = await unit.reservations.lockWaiting(companyId, jobId);
      if (!before) return false;
      await unit.stock.lock(companyId, [...new Set(before.parts.map(({ itemId }) => itemId))]);
      // Stock that arrived before the items were locked may cover an older one.
      if ((await unit.arrivals.oldestWaiting(companyId)) !== jobId) return false;
      const after = await settleReservation(unit, before, { needs: before, author: AUTHOR, now });
      return after.status !== 'waiting';
    });
  };

export interface Retried {
  /** How many reservations were covered. */
  readonly covered: number;
  /** Whether there may be more of them. */
  readonly hasMore: boolean;
  /** One error for each company that failed. */
  readonly failures: readonly unknown[];
}

/**
 * Tries reservations again that stock has arrived for, one of each company in turn, the oldest first. One
 * that lacks another of its parts by now waits for that. What fails for one company keeps back no other.
 */
export const retryReservations = (dependencies: Dependencies) => {
  const { arrivals } = dependencies;
  const retry = retryOldest(dependencies);
  return async (): Promise<Retried> => {
    const failures = new Map<number, unknown>();
    let covered = 0;
    let hasMore = true;
    for (let turn = 0; turn < MAX_TURNS && hasMore; turn += 1) {
      const companies = await arrivals.companies([...failures.keys()]);
      hasMore = companies.length > 0;
      for (const companyId of companies) {
        try {
          if (await retry(companyId)) covered += 1;
        } catch (error) {
          failures.set(companyId, error);
        }
      }
    }
    for (const arrival of await arrivals.served(MAX_FORGOTTEN)) await arrivals.forget(arrival);
    return { covered, hasMore, failures: [...failures.values()] };
  };
};
