import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { toFormerValues } from '@svc/kernel';
import { applyChanges, findChanges, toHistoryFields } from '@svc/records';
import { becameLow, itemUpdated } from '../domain/item-events';
import type { SingleWrites } from '../persistence/transaction';
import { item, type Item, type ItemDetails } from '../records/item';
import type { Dependencies } from './dependencies';

export interface ChangeItem {
  readonly caller: Caller;
  readonly itemId: number;
  readonly changes: Partial<ItemDetails>;
  readonly precondition?: Precondition | undefined;
}

export const changeItem =
  ({ writeOnce, externalIds, now }: Dependencies) =>
  ({ caller, itemId, changes, precondition }: ChangeItem): Promise<Item> =>
    externalIds.rejectDuplicates(() =>
      writeOnce(async (unit) => {
        const before = await unit.items.find(caller.companyId, itemId);
        requirePrecondition(before, precondition);
        return saveEdit(unit, before, { changes, caller, at: now() });
      }),
    );

interface Edit {
  readonly changes: Partial<ItemDetails>;
  readonly caller: Caller;
  readonly at: Date;
}

/** The item must be locked. @throws StaleRecord */
export async function saveEdit(
  { items, suppliers }: SingleWrites,
  before: Item,
  { changes, caller, at }: Edit,
): Promise<Item> {
  await suppliers.require(caller.companyId, changes.supplierId ?? null);
  const after = applyChanges(item, before, changes, at);
  if (after === before) return before;
  const previous = toFormerValues(
    findChanges(item, before, after),
    toHistoryFields(item),
    caller.zone,
  );
  await items.change(caller, before, after, () => [
    itemUpdated(after, previous, caller),
    ...becameLow([before], [after], { author: caller, at }),
  ]);
  return after;
}
