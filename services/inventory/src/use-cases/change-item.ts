import { requirePrecondition, type Caller, type Precondition } from '@svc/contracts';
import { recordChange } from '@svc/outbox';
import { EDITABLE, editItem, type Item, type ItemChanges } from '../domain/item';
import { becameLow, itemUpdated } from '../domain/item-events';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';

export interface ChangeItem {
  readonly caller: Caller;
  readonly itemId: number;
  readonly changes: ItemChanges;
  readonly precondition?: Precondition | undefined;
}

/** Changes an item: PUT with its whole content, PATCH with a part of it. */
export const changeItem =
  ({ transact, externalIds, now }: Dependencies) =>
  ({ caller, itemId, changes, precondition }: ChangeItem): Promise<Item> =>
    externalIds.claim(() =>
      transact(async (unit) => {
        const before = await unit.items.lock(caller.companyId, itemId);
        requirePrecondition(before, precondition);
        return saveEdit(unit, before, { changes, caller, at: now() });
      }),
    );

interface Edit {
  readonly changes: ItemChanges;
  readonly caller: Caller;
  readonly at: Date;
}

/** Edits a locked item, saves it and says so, if there is any difference. */
export async function saveEdit(
  { items, suppliers, changeLog }: UnitOfWork,
  before: Item,
  { changes, caller, at }: Edit,
): Promise<Item> {
  await suppliers.require(caller.companyId, changes.supplierId ?? null);
  const after = editItem(before, changes, at);
  if (after === before) return before;
  await items.save(after);
  const change = { fields: EDITABLE, before, after, author: caller, at };
  await changeLog.record(
    [recordChange(change)],
    [itemUpdated(before, after, caller), ...becameLow([before], [after], { author: caller, at })],
  );
  return after;
}
