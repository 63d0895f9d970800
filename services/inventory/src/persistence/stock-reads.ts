import type { LocationType } from '@svc/contracts';
import {
  conditionsOn,
  listPage,
  readChanges,
  statement,
  type Found,
  type List,
  type Run,
} from '@svc/database';
import type { Changes, ChangesPart, Page } from '@svc/kernel';
import type { Item } from '../domain/item';
import type { MovementType } from '../domain/movement';

/** One item at one location. */
export interface StockEntry {
  readonly locationId: number;
  readonly locationName: string;
  readonly locationType: LocationType;
  readonly quantity: number;
  readonly reservedQuantity: number;
  readonly lastUpdated: Date;
}

/** One row of the ledger, with the names that its locations have now. */
export interface Transaction {
  readonly id: number;
  readonly transactionType: MovementType;
  readonly quantity: number;
  readonly locationId: number;
  readonly locationName: string;
  readonly relatedLocationId: number | null;
  readonly relatedLocationName: string | null;
  readonly jobId: number | null;
  readonly actor: string;
  /** Who did it in the dashboard. */
  readonly personId: number | null;
  readonly notes: string | null;
  readonly createdAt: Date;
}

export interface TransactionFilter {
  readonly type?: MovementType | undefined;
  /** Entries never change. */
  readonly createdFrom?: Date | undefined;
}

const ENTRIES = `select item_id as "itemId", location_id as "locationId", name as "locationName",
     type as "locationType", quantity, reserved_quantity as "reservedQuantity",
     last_updated as "lastUpdated"
   from stock
   join locations location on location.company_id = stock.company_id and location.id = location_id`;

/** A stock entry with the item that it is of. */
export interface ItemStockEntry extends StockEntry {
  readonly itemId: number;
}

const STOCK_OF_ITEMS = statement<
  { companyId: number; itemIds: readonly number[] },
  ItemStockEntry
>()(
  'stock_of_items',
  `${ENTRIES}
   where stock.company_id = :companyId and item_id = any(:itemIds)
   order by item_id, location_id`,
);

const TRANSACTION_COLUMNS = `entry.id, entry.type as "transactionType", quantity, location_id as "locationId",
  place.name as "locationName", related_location_id as "relatedLocationId",
  related.name as "relatedLocationName", job_id as "jobId", actor,
  person_id as "personId", notes, entry.created_at as "createdAt"`;

const NAMES = `
  join locations place on place.company_id = entry.company_id and place.id = location_id
  left join locations related
    on related.company_id = entry.company_id and related.id = related_location_id`;

/** The questions that are asked of stock and its ledger outside a transaction. */
export const stockReads = (run: Run) => ({
  /** Every place that has or had one of the items. */
  ofItems: (companyId: number, itemIds: readonly number[]): Promise<ItemStockEntry[]> =>
    run(STOCK_OF_ITEMS, { companyId, itemIds }),

  /** One page of the item's ledger, newest first. */
  transactions: (item: Item, filter: TransactionFilter, page: Page): Promise<Found<Transaction>> =>
    listPage(run, ledgerOf(item, filter), page),

  /** What was added to the item's ledger. */
  addedTransactions: (
    item: Item,
    filter: TransactionFilter,
    part: ChangesPart,
  ): Promise<Changes<Transaction>> =>
    readChanges(run, { ...ledgerOf(item, filter), changedAt: 'entry.created_at' }, part),
});

const ledgerOf = ({ companyId, id, movements }: Item, filter: TransactionFilter): List => ({
  name: 'transactions',
  table: 'transactions entry',
  columns: TRANSACTION_COLUMNS,
  joins: NAMES,
  of: { company_id: companyId, item_id: id },
  key: 'number',
  where: conditionsOn(filter, { type: 'entry.type = ?', createdFrom: 'entry.created_at >= ?' }),
  order: filter.createdFrom ? 'entry.created_at, entry.number' : 'entry.number desc',
  // Movements are numbered without gaps.
  keptTotal: filter.type || filter.createdFrom ? undefined : async () => ({ total: movements }),
});

export type StockReads = ReturnType<typeof stockReads>;
