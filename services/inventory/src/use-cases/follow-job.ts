import type { Author } from '../domain/item-events';
import { settle, type JobNeeds, type Reservation } from '../domain/reservation';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { recordMovements } from './record-movements';

export interface FollowJob {
  readonly needs: JobNeeds;
  readonly neededParts: boolean;
  readonly author: Author;
}

const concernsParts = ({ needs, neededParts }: FollowJob): boolean =>
  neededParts || needs.parts.length > 0;

/** Ignores a state older than the known one; jobs that never needed parts are not stored. */
export const followJob =
  ({ now }: Pick<Dependencies, 'now'>) =>
  async (unit: UnitOfWork, change: FollowJob): Promise<void> => {
    const { needs, author } = change;
    const { companyId, jobId } = needs;
    if (!concernsParts(change) && !(await unit.reservations.knows(companyId, jobId))) return;
    const before = await unit.reservations.open(companyId, jobId, now());
    if (needs.version <= before.version) return;
    await settleReservation(unit, before, { needs, author, now });
  };

interface Settling {
  readonly needs: JobNeeds;
  readonly author: Author;
  readonly now: () => Date;
}

async function settleReservation(
  { stock, reservations }: UnitOfWork,
  before: Reservation,
  { needs, author, now }: Settling,
): Promise<Reservation> {
  const { companyId } = needs;
  const parts = [...before.parts, ...needs.parts];
  const items = await stock.lock(companyId, [...new Set(parts.map(({ itemId }) => itemId))]);
  const balances = await stock.balances(companyId, parts);
  const at = now();
  const { status, lacking, movements } = settle(before, needs, balances);
  await recordMovements(
    stock,
    { state: { items, balances }, movements },
    { companyId, author, at },
  );
  const isChanged = needs.version > before.version || status !== before.status;
  const after: Reservation = {
    ...before,
    ...needs,
    // Used parts stay on record, whatever the job needs afterwards.
    parts: before.status === 'consumed' ? before.parts : needs.parts,
    status,
    lacking,
    updatedAt: isChanged ? at : before.updatedAt,
  };
  await reservations.save(before, after);
  return after;
}

const AUTHOR = { actor: 'scheduled' };
/** How often each company has its turn before the process may stop. */
const MAX_TURNS = 100;
const MAX_FORGOTTEN = 1_000;

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
