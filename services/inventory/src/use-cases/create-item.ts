import { DomainError, type Caller } from '@svc/contracts';
import { newItem, type GivenItem, type Item } from '../domain/item';
import { itemCreated } from '../domain/item-events';
import type { ItemMovement, Movement } from '../domain/movement';
import type { Unit } from '../persistence/transaction';
import type { Dependencies } from './dependencies';
import { recordMovements } from './record-movements';

/** Stock that a new item comes with. */
interface OpeningStock {
  readonly locationId: number | null;
  readonly quantity: number;
}

export interface CreateItem {
  readonly caller: Caller;
  readonly given: GivenItem;
  readonly opening: OpeningStock;
}

export const createItem =
  ({ transact, now }: Dependencies) =>
  ({ caller, given, opening }: CreateItem): Promise<Item> =>
    transact((unit) =>
      addItem(unit, {
        caller,
        given,
        movements: opening.quantity > 0 ? [{ type: 'Add', ...opening }] : [],
        at: now(),
        refuseLocation: () =>
          new DomainError(
            'warehouse_required',
            'warehouse_id or location_id must name an active location that receives the stock.',
          ),
      }),
    );

interface AddItem {
  readonly caller: Caller;
  readonly given: GivenItem;
  /** How its stock came to be what it is; a location that is null does not exist. */
  readonly movements: readonly (Omit<ItemMovement, 'locationId'> &
    Pick<OpeningStock, 'locationId'>)[];
  readonly at: Date;
  /** What is said of a location that stock cannot be added to. */
  refuseLocation(): DomainError;
}

/** Writes a new item with its stock, and says so. */
export async function addItem(
  { items, suppliers, stock, outbox }: Unit,
  { caller, given, movements: wanted, at, refuseLocation }: AddItem,
): Promise<Item> {
  const { companyId } = caller;
  const draft = newItem(companyId, given, at);
  await suppliers.require(companyId, draft.supplierId);
  const item = await items.add(draft);
  await outbox.append([itemCreated(item, caller)]);
  if (wanted.length === 0) return item;
  const locationIds = wanted.flatMap(({ locationId }) => locationId ?? []);
  const shelves = await stock.shelves(companyId, item.id, locationIds);
  const movements = wanted.map(({ locationId, ...movement }): Movement => {
    const shelf = locationId === null ? undefined : shelves.get(locationId);
    if (!shelf?.isActive) throw refuseLocation();
    return { ...movement, itemId: item.id, locationId: shelf.locationId };
  });
  const change = await recordMovements(
    stock,
    { state: { items: [item], balances: [] }, movements },
    { companyId, author: caller, at },
  );
  return change.items[0] ?? item;
}
