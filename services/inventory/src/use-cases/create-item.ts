import { DomainError, type Caller } from '@svc/contracts';
import { completeDetails } from '@svc/records';
import { newItem } from '../domain/item';
import { becameLow, itemCreated } from '../domain/item-events';
import type { ItemMovement, Movement } from '../domain/movement';
import type { UnitOfWork } from '../persistence/transaction';
import { item, type Item, type ItemEntry } from '../records/item';
import type { Dependencies } from './dependencies';
import { recordMovements } from './record-movements';

interface OpeningStock {
  readonly locationId: number | null;
  readonly quantity: number;
}

export interface CreateItem {
  readonly caller: Caller;
  readonly entry: ItemEntry;
  readonly opening: OpeningStock;
}

export const createItem =
  ({ transact, externalIds, now }: Dependencies) =>
  ({ caller, entry, opening }: CreateItem): Promise<Item> =>
    externalIds.rejectDuplicates(() =>
      transact(async (unit) => {
        const [created] = await addItems(unit, {
          caller,
          wanted: [
            {
              entry,
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
        return created as Item;
      }),
    );

/** A location that is null does not exist. */
interface StockedItem {
  readonly entry: ItemEntry;
  readonly movements: readonly (Omit<ItemMovement, 'locationId'> &
    Pick<OpeningStock, 'locationId'>)[];
}

interface AddItems {
  readonly caller: Caller;
  readonly wanted: readonly StockedItem[];
  readonly at: Date;
  refuseLocation(): DomainError;
}

export async function addItems(unit: UnitOfWork, adding: AddItems): Promise<readonly Item[]> {
  const { caller, wanted, at } = adding;
  const { companyId } = caller;
  const drafts = wanted.map(({ entry }) => newItem(companyId, completeDetails(item, entry), at));
  for (const id of new Set(drafts.map(({ supplierId }) => supplierId))) {
    await unit.suppliers.require(companyId, id);
  }
  const added = await unit.items.addAll(caller, drafts, (each) => [itemCreated(each, caller)]);
  const stocked = await addStock(unit, added, adding);
  await unit.outbox.append(becameLow([], stocked, { author: caller, at }));
  return stocked;
}

async function addStock(
  { stock }: UnitOfWork,
  items: readonly Item[],
  { caller, wanted, at, refuseLocation }: AddItems,
): Promise<readonly Item[]> {
  const { companyId } = caller;
  const locationIds = wanted
    .flatMap(({ movements }) => movements)
    .flatMap(({ locationId }) => locationId ?? []);
  const active = await stock.activeLocations(companyId, locationIds);
  const movements = items.flatMap(({ id: itemId }, index) =>
    (wanted[index]?.movements ?? []).map(({ locationId, ...movement }): Movement => {
      if (locationId === null || !active.has(locationId)) throw refuseLocation();
      return { ...movement, itemId, locationId };
    }),
  );
  const change = await recordMovements(
    stock,
    { state: { items, balances: [] }, movements },
    { companyId, author: caller, at },
  );
  const changed = new Map(change.items.map((each) => [each.id, each]));
  return items.map((each) => changed.get(each.id) ?? each);
}
