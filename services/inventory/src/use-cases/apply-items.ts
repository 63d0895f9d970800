import { invalidField, type ApplyOutcome, type Caller } from '@svc/contracts';
import { runInOrder } from '@svc/kernel';
import type { ItemMovement } from '../domain/movement';
import type { UnitOfWork } from '../persistence/transaction';
import type { ItemEntry } from '../records/item';
import { saveEdit } from './change-item';
import { addItems } from './create-item';
import type { Dependencies } from './dependencies';

/** Found by its part number; absent fields stay as they are. */
export interface ApplyItem {
  readonly entry: ItemEntry;
  /** Only for a new item: later the ledger alone says what is in stock. */
  readonly movements: readonly ItemMovement[];
}

export interface AppliedItem {
  readonly itemId: number;
  readonly outcome: ApplyOutcome;
}

/** Saves all or none; new ones are added together. */
export const applyItems =
  ({ transact, now }: Dependencies) =>
  (caller: Caller, wanted: readonly ApplyItem[]): Promise<AppliedItem[]> =>
    transact(async (unit) => {
      const { companyId } = caller;
      const partNumbers = wanted.map(({ entry }) => entry.partNumber);
      await unit.items.claim(companyId, partNumbers);
      if (await unit.items.areUnused(companyId, partNumbers)) {
        return addNew(unit, wanted, { caller, at: now() });
      }
      return runInOrder(wanted, (each) => upsert(unit, each, { caller, at: now() }));
    });

interface Applying {
  readonly caller: Caller;
  readonly at: Date;
}

async function addNew(
  unit: UnitOfWork,
  wanted: readonly ApplyItem[],
  applying: Applying,
): Promise<AppliedItem[]> {
  const items = await addItems(unit, {
    ...applying,
    wanted,
    refuseLocation: () => invalidField('stock', 'stock and movements must name active locations.'),
  });
  return items.map(({ id }) => ({ itemId: id, outcome: 'created' }));
}

async function upsert(
  unit: UnitOfWork,
  wanted: ApplyItem,
  applying: Applying,
): Promise<AppliedItem> {
  const { companyId } = applying.caller;
  const itemId = await unit.items.findIdByPartNumber(companyId, wanted.entry.partNumber);
  if (itemId === undefined) {
    const [created] = await addNew(unit, [wanted], applying);
    return created as AppliedItem;
  }
  const before = await unit.items.find(companyId, itemId);
  const after = await saveEdit(unit, before, { changes: wanted.entry, ...applying });
  return { itemId, outcome: after === before ? 'unchanged' : 'changed' };
}
