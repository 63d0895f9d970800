import type { Caller, DomainEvent, EventType } from '@svc/contracts';
import type { Item } from '../records/item';
import { isLowOnStock } from './item';
import { byItem, type StockChange } from './ledger';
import { getAvailable } from './stock';

/** The person is for the ledger only. */
export type Author = Pick<Caller, 'actor' | 'personId'>;

type InventoryEvent = Extract<EventType, `item.${string}` | `stock.${string}`>;

const announce = (
  type: InventoryEvent,
  item: Item,
  { actor }: Author,
  about: { readonly at: Date; readonly data: Readonly<Record<string, unknown>> },
): DomainEvent => ({
  type,
  companyId: item.companyId,
  recordId: item.id,
  version: item.version,
  occurredAt: about.at,
  actor,
  data: {
    item_id: item.id,
    part_number: item.partNumber,
    part_name: item.partName,
    quantity_on_hand: item.quantityOnHand,
    min_stock_level: item.minStockLevel,
    ...about.data,
  },
});

export const itemCreated = (item: Item, author: Author): DomainEvent =>
  announce('item.created', item, author, { at: item.createdAt, data: {} });

/** @param previous the former values of the changed fields, by their names in the API */
export const itemUpdated = (
  item: Item,
  previous: Readonly<Record<string, unknown>>,
  author: Author,
): DomainEvent =>
  announce('item.updated', item, author, { at: item.updatedAt, data: { previous } });

interface MovedStock {
  readonly before: readonly Item[];
  readonly change: StockChange;
}

export const stockChanged = (
  { before, change: { items, balances, entries, at } }: MovedStock,
  author: Author,
): DomainEvent[] => {
  const formerQuantities = new Map(before.map(({ id, quantityOnHand }) => [id, quantityOnHand]));
  const balancesOf = byItem(balances);
  const entriesOf = byItem(entries);
  return items.map((item) =>
    announce('stock.changed', item, author, {
      at,
      data: {
        previous: formerQuantity(formerQuantities.get(item.id), item),
        stock: balancesOf(item.id).map((balance) => ({
          location_id: balance.locationId,
          quantity: balance.quantity,
          reserved_quantity: balance.reservedQuantity,
          available: getAvailable(balance),
        })),
        movements: entriesOf(item.id).map((entry) => ({
          number: entry.number,
          transaction_type: entry.transactionType,
          quantity: entry.quantity,
          location_id: entry.locationId,
          related_location_id: entry.relatedLocationId ?? null,
          job_id: entry.jobId ?? null,
        })),
      },
    }),
  );
};

/** Empty for reservations and transfers. */
function formerQuantity(former: number | undefined, { quantityOnHand }: Item) {
  if (former === undefined || former === quantityOnHand) return {};
  return { quantity_on_hand: former };
}

/**
 * Announces an item that becomes low, once until it is above its minimum again; a new item was not
 * low before.
 */
export const becameLow = (
  before: readonly Item[],
  after: readonly Item[],
  { author, at }: { readonly author: Author; readonly at: Date },
): DomainEvent[] => {
  const wereLow = new Set(before.filter(isLowOnStock).map(({ id }) => id));
  return after
    .filter((item) => isLowOnStock(item) && !wereLow.has(item.id))
    .map((item) => announce('stock.low', item, author, { at, data: {} }));
};
