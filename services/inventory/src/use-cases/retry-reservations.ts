import type { Dependencies } from './dependencies';
import { settleReservation } from './follow-job';

const AUTHOR = { actor: 'scheduled' };
/** How often each company has its turn before the process may stop. */
const MAX_TURNS = 100;
const MAX_FORGOTTEN = 1_000;

/** Returns whether the reservation is covered now. */
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
  readonly covered: number;
  readonly hasMore: boolean;
  /** One error for each company that failed. */
  readonly failures: readonly unknown[];
}

/**
 * Retries reservations that stock has arrived for, the oldest of each company in turn. One that
 * lacks another part waits for that part. A company's failure stops no other.
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
