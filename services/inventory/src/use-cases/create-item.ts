import { DomainError, type Caller } from '@svc/contracts';
import { recordChange } from '@svc/outbox';
import { EDITABLE, newItem, type ItemInput, type Item } from '../domain/item';
import { becameLow, itemCreated } from '../domain/item-events';
import type { ItemMovement, Movement } from '../domain/movement';
import type { UnitOfWork } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { recordMovements } from './record-movements';

/** Stock that a new item comes with. */
interface OpeningStock {
  readonly locationId: number | null;
  readonly quantity: number;
}

export interface CreateItem {
  readonly caller: Caller;
  readonly input: ItemInput;
  readonly opening: OpeningStock;
}

export const createItem =
  ({ transact, externalIds, now }: Dependencies) =>
  ({ caller, input, opening }: CreateItem): Promise<Item> =>
    externalIds.claim(() =>
      transact(async (unit) => {
        const [item] = await addItems(unit, {
          caller,
          wanted: [
            {
              input,
              movements: opening.quantity > 0 ? [{ transactionType: 'Add', ...opening }] : [],
            },
          ],
          at: now(),
          refuseLocation: () =>
            new DomainError(
              'warehouse_required',
              'warehouse_id or location_id must name an active location that receives the stock.',
            ),
        });
        return item as Item;
      }),
    );

/** A new item, and how its stock came to be what it is; a location that is null does not exist. */
interface StockedItem {
  readonly input: ItemInput;
  readonly movements: readonly (Omit<ItemMovement, 'locationId'> &
    Pick<OpeningStock, 'locationId'>)[];
}

interface AddItems {
  readonly caller: Caller;
  readonly wanted: readonly StockedItem[];
  readonly at: Date;
  /** The refusal of a location to which no stock can be added. */
  refuseLocation(): DomainError;
}

/** Writes new items with their stock, and announces them. */
export async function addItems(
  { items, suppliers, stock, outbox, changeLog }: UnitOfWork,
  { caller, wanted, at, refuseLocation }: AddItems,
): Promise<readonly Item[]> {
  const { companyId } = caller;
  const announceLow = (all: readonly Item[]): Promise<void> =>
    outbox.append(becameLow([], all, { author: caller, at }));
  const drafts = wanted.map(({ input }) => newItem(companyId, input, at));
  for (const id of new Set(drafts.map(({ supplierId }) => supplierId))) {
    await suppliers.require(companyId, id);
  }
  const added = await items.addAll(drafts);
  await changeLog.record(
    added.map((after) =>
      recordChange({ fields: EDITABLE, before: undefined, after, author: caller, at }),
    ),
    added.map((item) => itemCreated(item, caller)),
  );
  const moved = wanted.flatMap(({ movements }) => movements);
  if (moved.length === 0) {
    await announceLow(added);
    return added;
  }
  const locationIds = moved.flatMap(({ locationId }) => locationId ?? []);
  const active = await stock.activeLocations(companyId, locationIds);
  const movements = added.flatMap(({ id: itemId }, at) =>
    (wanted[at]?.movements ?? []).map(({ locationId, ...movement }): Movement => {
      if (locationId === null || !active.has(locationId)) throw refuseLocation();
      return { ...movement, itemId, locationId };
    }),
  );
  const change = await recordMovements(
    stock,
    { state: { items: added, balances: [] }, movements },
    { companyId, author: caller, at },
  );
  const changed = new Map(change.items.map((item) => [item.id, item]));
  const stocked = added.map((item) => changed.get(item.id) ?? item);
  await announceLow(stocked);
  return stocked;
}
