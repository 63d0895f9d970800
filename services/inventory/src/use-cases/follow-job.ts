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

export async function settleReservation(
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
