import { invalidField, type Caller, type Outcome } from '@svc/contracts';
import type { GivenItem } from '../domain/item';
import type { ItemMovement } from '../domain/movement';
import { saveEdit } from './change-item';
import { addItem } from './create-item';
import type { Dependencies } from './dependencies';

/** An item that is to be there, known by its part number; what is absent is left as it is. */
export interface ApplyItem {
  readonly caller: Caller;
  readonly given: GivenItem;
  /** Only of a new item: later the ledger alone says what is in stock. */
  readonly movements: readonly ItemMovement[];
}

/** Creates or updates an item. */
export const applyItem =
  ({ transact, now }: Dependencies) =>
  ({ caller, given, movements }: ApplyItem): Promise<{ itemId: number; outcome: Outcome }> =>
    transact(async (unit) => {
      const { companyId } = caller;
      const itemId = await unit.items.claim(companyId, given.partNumber);
      if (itemId === undefined) {
        const item = await addItem(unit, {
          caller,
          given,
          movements,
          at: now(),
          refuseLocation: () =>
            invalidField('stock', 'stock and movements must name active locations.'),
        });
        return { itemId: item.id, outcome: 'created' };
      }
      const before = await unit.items.lock(companyId, itemId);
      const after = await saveEdit(unit, before, { changes: given, caller, at: now() });
      return { itemId, outcome: after === before ? 'unchanged' : 'changed' };
    });
