import { grouped } from '@svc/kernel';
import { isSamePlace } from '../domain/reservation';
import type { ArrivedPart } from '../persistence/stock-arrivals';
import type { Dependencies } from './dependencies';
import { settleReservation } from './follow-job';

/** What the system does by itself. */
const AUTHOR = { actor: 'scheduled' };
/** How many reservations of a company are tried in one turn. */
const TURN = 10;
const TURNS = 100;
/** How often a company's list is read for one turn, where more arrives before its first is tried. */
const LOOKS = 3;
/** How many are made to wait for another part at once. */
const TOLD_AT_ONCE = 200;
const FORGOTTEN_AT_ONCE = 1_000;

type Outcome =
  | 'covered'
  | 'lacks another part'
  | 'lacks the same part'
  | 'more has arrived'
  | 'ended';

/**
 * Tries a reservation again that waits for a part which has arrived; not where more has arrived since that was
 * read, unless it is tried `anyway`: that may be for an older one.
 */
const retryReservation =
  ({ transact, now }: Pick<Dependencies, 'transact' | 'now'>) =>
  (awaited: ArrivedPart, anyway: boolean): Promise<Outcome> =>
    transact(async (unit) => {
      const { companyId, jobId } = awaited;
      const before = await unit.reservations.lockWaiting(companyId, jobId);
      if (!before) return 'ended';
      // What moves these items comes before or after this.
      await unit.stock.lock(companyId, [...new Set(before.parts.map(({ itemId }) => itemId))]);
      if (!anyway && !(await unit.arrivals.isLatest(awaited))) return 'more has arrived';
      const settling = { needs: before, author: AUTHOR, now };
      const { status, lacking } = await settleReservation(unit, before, settling);
      if (status !== 'waiting') return 'covered';
      return lacking && isSamePlace(lacking, awaited)
        ? 'lacks the same part'
        : 'lacks another part';
    });

/**
 * Makes reservations whose stock has arrived, but that lack another part, wait for that part: many in one
 * transaction, as no stock moves. Answers the companies that may have more of them.
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

export interface Retried {
  /** How many reservations were covered. */
  readonly covered: number;
  /** Whether there may be more of them. */
  readonly hasMore: boolean;
  /** What failed, once for a company. */
  readonly failures: readonly unknown[];
}

/**
 * Tries reservations again that stock has arrived for, the oldest of each company first. One that lacks
 * another of its parts by now waits for that. What fails for one company keeps back no other.
 */
export const retryReservations = (dependencies: Dependencies) => {
  const { arrivals } = dependencies;
  const retry = retryReservation(dependencies);
  const awaitOthers = awaitOtherParts(dependencies);
  return async (): Promise<Retried> => {
    const failures = new Map<number, unknown>();
    let covered = 0;
    let hasMore = true;
    let untold = await awaitOthers(failures);

    async function takeTurn(companyId: number, looks = 1): Promise<void> {
      for (const [at, part] of (await arrivals.waiting(companyId, TURN)).entries()) {
        // Something may arrive all the time.
        const outcome = await retry(part, at === 0 && looks === LOOKS);
        if (outcome === 'covered') covered += 1;
        if (outcome === 'more has arrived')
          return at === 0 ? takeTurn(companyId, looks + 1) : undefined;
        // Somebody else was faster. What arrives next is for this one, not for those behind it.
        if (outcome === 'lacks the same part') return;
      }
    }

    for (let turn = 0; turn < TURNS && hasMore; turn += 1) {
      const companies = await arrivals.companies([...failures.keys(), ...untold]);
      hasMore = companies.length > 0 || untold.length > 0;
      for (const companyId of companies) {
        await takeTurn(companyId).catch((error: unknown) => failures.set(companyId, error));
      }
      if (untold.length > 0) untold = await awaitOthers(failures);
    }
    for (const arrival of await arrivals.served(FORGOTTEN_AT_ONCE)) await arrivals.forget(arrival);
    return { covered, hasMore, failures: [...failures.values()] };
  };
};
