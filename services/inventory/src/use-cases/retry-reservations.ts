import { grouped } from '@svc/kernel';
import { jobKeyText, type JobKey } from '../persistence/reservation-reads';
import type { Dependencies } from './dependencies';
import { settleReservation } from './follow-job';

/** What the system does by itself. */
const AUTHOR = { actor: 'scheduled' };
/** Companies take turns of so many reservations. */
const TURN = 10;
const AT_ONCE = 1_000;

/** Tries a reservation again that waits, and answers whether it does no longer. */
const retryReservation =
  ({ transact, now }: Pick<Dependencies, 'transact' | 'now'>) =>
  ({ companyId, jobId }: JobKey): Promise<boolean> =>
    transact(async (unit) => {
      const before = await unit.reservations.lockWaiting(companyId, jobId);
      if (!before) return false;
      const settling = { needs: before, author: AUTHOR, now };
      return (await settleReservation(unit, before, settling)).status !== 'waiting';
    });

/**
 * Has reservations that stock has arrived for, and that lack another of their parts, wait for that: many in
 * one transaction, as it moves nothing.
 */
const awaitOtherParts =
  ({ arrivals, transact }: Pick<Dependencies, 'arrivals' | 'transact'>) =>
  async (failures: Map<number, unknown>): Promise<void> => {
    for (;;) {
      const uncovered = await arrivals.uncovered(AT_ONCE);
      let changed = 0;
      for (const [companyId, rows] of grouped(uncovered, (row) => row.companyId)) {
        const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
        const jobIds = rows.map(({ jobId }) => jobId);
        try {
          changed += await transact(async ({ stock, reservations }) => {
            await stock.lock(companyId, itemIds);
            return reservations.awaitOther({ companyId, jobIds, itemIds });
          });
        } catch (error) {
          failures.set(companyId, error);
        }
      }
      if (changed === 0 || uncovered.length < AT_ONCE) return;
    }
  };

/**
 * Tries reservations again that stock has arrived for, and answers how many it covered. One that lacks
 * another of its parts by now waits for that. What fails for one company is thrown when those of all
 * others have been tried.
 */
export const retryReservations = (dependencies: Dependencies) => {
  const { arrivals } = dependencies;
  const retry = retryReservation(dependencies);
  const awaitOthers = awaitOtherParts(dependencies);
  return async (): Promise<number> => {
    const failures = new Map<number, unknown>();
    const tried = new Set<string>();
    let covered = 0;
    await awaitOthers(failures);
    for (;;) {
      const waiting = await arrivals.waiting({ except: [...failures.keys()], ofEach: TURN });
      const untried = waiting.filter((job) => !tried.has(jobKeyText(job)));
      if (untried.length === 0) break;
      for (const job of untried.filter(({ companyId }) => !failures.has(companyId))) {
        tried.add(jobKeyText(job));
        try {
          if (await retry(job)) covered += 1;
        } catch (error) {
          failures.set(job.companyId, error);
        }
      }
    }
    for (const arrival of await arrivals.served(AT_ONCE)) await arrivals.forget(arrival);
    const [failure] = failures.values();
    if (failure !== undefined) throw failure;
    return covered;
  };
};
