import { invalidField, type Caller } from '@svc/contracts';
import type { GivenItem } from '../domain/item';
import { saveEdit } from './change-item';
import { addItem, type OpeningStock } from './create-item';
import type { Dependencies } from './dependencies';

/** An item that is to be there, known by its part number; what is absent is left as it is. */
export interface ApplyItem {
  readonly caller: Caller;
  readonly given: GivenItem;
  /** Only what a new item comes with: later the ledger alone says what is in stock. */
  readonly opening: readonly OpeningStock[];
}

/** Creates or updates an item. */
export const applyItem =
  ({ transact, now }: Dependencies) =>
  ({ caller, given, opening }: ApplyItem): Promise<{ itemId: number; isNew: boolean }> =>
    transact(async (unit) => {
      const { companyId } = caller;
      const itemId = await unit.items.claim(companyId, given.partNumber);
      if (itemId === undefined) {
        const item = await addItem(unit, {
          caller,
          given,
          opening: opening.filter(({ quantity }) => quantity > 0),
          at: now(),
          refuseLocation: () => invalidField('stock', 'stock names a location that is not active.'),
        });
        return { itemId: item.id, isNew: true };
      }
      const before = await unit.items.lock(companyId, itemId);
      await saveEdit(unit, before, { changes: given, caller, at: now() });
      return { itemId, isNew: false };
    });
