import type { Page } from '@svc/kernel';
import type { MovementType } from '../domain/movement';
import type { TransactionPage } from '../persistence/stock-reads';
import type { Dependencies } from './dependencies';

export interface ListItemTransactions {
  readonly companyId: number;
  readonly itemId: number;
  /** All types when absent. */
  readonly type: MovementType | undefined;
  readonly page: Page;
}

/** One page of an item's ledger, newest first. */
export const listItemTransactions =
  ({ items, stock }: Dependencies) =>
  async ({ companyId, itemId, type, page }: ListItemTransactions): Promise<TransactionPage> => {
    const item = await items.find(companyId, itemId);
    return type === undefined
      ? stock.transactions(item, page)
      : stock.transactionsOfType(item, type, page);
  };
