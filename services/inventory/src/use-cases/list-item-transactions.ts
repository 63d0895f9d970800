import type { Found } from '@svc/database';
import type { Changes, ChangesPart, Page } from '@svc/kernel';
import type { Transaction, TransactionFilter } from '../persistence/stock-reads';
import type { Dependencies } from './dependencies';

interface WantedTransactions {
  readonly companyId: number;
  readonly itemId: number;
  readonly filter: TransactionFilter;
}

export interface ListItemTransactions extends WantedTransactions {
  readonly page: Page;
}

/** One page of an item's ledger, newest first. */
export const listItemTransactions =
  ({ items, stock }: Dependencies) =>
  async ({
    companyId,
    itemId,
    filter,
    page,
  }: ListItemTransactions): Promise<Found<Transaction>> => {
    const item = await items.find(companyId, itemId);
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    return isFiltered
      ? stock.filteredTransactions(item, filter, page)
      : stock.transactions(item, page);
  };

export interface ListItemTransactionChanges extends WantedTransactions {
  readonly part: ChangesPart;
}

/** What was added to an item's ledger. */
export const listItemTransactionChanges =
  ({ items, stock }: Dependencies) =>
  async ({
    companyId,
    itemId,
    filter,
    part,
  }: ListItemTransactionChanges): Promise<Changes<Transaction>> =>
    stock.addedTransactions(await items.find(companyId, itemId), filter, part);
