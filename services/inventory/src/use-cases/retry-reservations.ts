import { grouped } from '@svc/kernel';
import { jobKeyText, type JobKey } from '../persistence/reservation-reads';
import type { AwaitedPart } from '../persistence/stock-arrivals';
import type { Dependencies } from './dependencies';
import { settleReservation } from './follow-job';

/** What the system does by itself. */
const AUTHOR = { actor: 'scheduled' };
/** Companies take turns of so many reservations that may be covered, */
const TURN = 10;
/** and of so many that only wait for another part from now on. */
const TOLD_AT_ONCE = 200;
const FORGOTTEN_AT_ONCE = 1_000;

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
 * one transaction, as it moves nothing. Answers the companies that may have more of them.
 */
const awaitOtherParts =
  ({ arrivals, transact }: Pick<Dependencies, 'arrivals' | 'transact'>) =>
  async (failures: Map<number, unknown>): Promise<number[]> => {
    const uncovered = await arrivals.uncovered({
      except: [...failures.keys()],
      ofEach: TOLD_AT_ONCE,
    });
    const withMore: number[] = [];
    for (const [companyId, rows] of grouped(uncovered, (row) => row.companyId)) {
      const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
      const jobIds = rows.map(({ jobId }) => jobId);
      try {
        const changed = await transact(async ({ stock, reservations }) => {
          await stock.lock(companyId, itemIds);
          return reservations.awaitOther({ companyId, jobIds, itemIds });
        });
        if (changed > 0 && rows.length === TOLD_AT_ONCE) withMore.push(companyId);
      } catch (error) {
        failures.set(companyId, error);
      }
    }
    return withMore;
  };

const partText = (part: AwaitedPart): string => `${jobKeyText(part)} ${part.itemId}`;

/**
 * Tries reservations again that stock has arrived for, each once for each of its parts, and answers how
 * many it covered. One that lacks another of its parts by now waits for that. What fails for one company is
 * thrown when those of all others have been tried.
 */
export const retryReservations = (dependencies: Dependencies) => {
  const { arrivals } = dependencies;
  const retry = retryReservation(dependencies);
  const awaitOthers = awaitOtherParts(dependencies);
  return async (): Promise<number> => {
    const failures = new Map<number, unknown>();
    const tried = new Set<string>();
    let covered = 0;
    let untold = await awaitOthers(failures);
    for (;;) {
      const except = [...failures.keys(), ...untold];
      const waiting = await arrivals.waiting({ except, ofEach: TURN });
      const untried = waiting.filter((part) => !tried.has(partText(part)));
      if (untried.length === 0 && untold.length === 0) break;
      for (const part of untried.filter(({ companyId }) => !failures.has(companyId))) {
        tried.add(partText(part));
        try {
          if (await retry(part)) covered += 1;
        } catch (error) {
          failures.set(part.companyId, error);
        }
      }
      if (untold.length > 0) untold = await awaitOthers(failures);
    }
    for (const arrival of await arrivals.served(FORGOTTEN_AT_ONCE)) await arrivals.forget(arrival);
    const [failure] = failures.values();
    if (failure !== undefined) throw failure;
    return covered;
  };
};
