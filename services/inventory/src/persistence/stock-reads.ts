import {
  readChanges,
  readListPage,
  selectList,
  statement,
  toConditions,
  type ListPage,
  type ListSource,
  type Run,
} from '@svc/database';
import type { ChangesQuery, Page, RowChanges } from '@svc/kernel';
import type { Item } from '../records/item';
import type { MovementType } from '../domain/movement';
import { stockEntry, transaction, type StockEntry, type Transaction } from '../records/stock';

export interface TransactionFilter {
  readonly type?: MovementType | undefined;
  readonly createdFrom?: Date | undefined;
}

const STOCK_OF_ITEMS = statement<{ companyId: number; itemIds: readonly number[] }, StockEntry>()(
  'stock_of_items',
  `select ${selectList(stockEntry.columns, 'stock')}, name as "locationName",
     type as "locationType", quantity - reserved_quantity as available
   from stock
   join locations location on location.company_id = stock.company_id and location.id = location_id
   where stock.company_id = :companyId and item_id = any(:itemIds)
   order by item_id, location_id`,
);

const TRANSACTION_COLUMNS = `${selectList(transaction.columns, 'entry')},
  place.name as "locationName", related.name as "relatedLocationName"`;

const NAMES = `
  join locations place on place.company_id = entry.company_id and place.id = location_id
  left join locations related
    on related.company_id = entry.company_id and related.id = related_location_id`;

export const createStockReads = (run: Run) => ({
  ofItems: (companyId: number, itemIds: readonly number[]): Promise<StockEntry[]> =>
    run(STOCK_OF_ITEMS, { companyId, itemIds }),

  transactions: (
    item: Item,
    filter: TransactionFilter,
    page: Page,
  ): Promise<ListPage<Transaction>> => readListPage(run, ledgerOf(item, filter), page),

  addedTransactions: (
    item: Item,
    filter: TransactionFilter,
    part: ChangesQuery,
  ): Promise<RowChanges<Transaction>> =>
    readChanges(run, { ...ledgerOf(item, filter), changedAt: 'entry.created_at' }, part),
});

const ledgerOf = ({ companyId, id, movements }: Item, filter: TransactionFilter): ListSource => ({
  name: 'transactions',
  table: 'transactions entry',
  columns: TRANSACTION_COLUMNS,
  joins: NAMES,
  owner: { company_id: companyId, item_id: id },
  key: 'number',
  where: toConditions(filter, { type: 'entry.type = ?', createdFrom: 'entry.created_at >= ?' }),
  order: filter.createdFrom ? 'entry.created_at, entry.number' : 'entry.number desc',
  // Movements are numbered without gaps.
  storedTotal: filter.type || filter.createdFrom ? undefined : ['?::bigint', movements],
});
