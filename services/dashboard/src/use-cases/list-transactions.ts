import type { Page } from '@svc/kernel';
import type { TransactionAnswer, TransactionsQuery } from '../../contract/inventory';
import type { LedgerEntry } from '../owners/history';
import { listFrom, pageQuery, type Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameAuthors } from './name-authors';

/** The ledger of an item with the names of those who moved it, newest first. @throws not_found */
export const listTransactions =
  (dependencies: Dependencies) =>
  async (
    asker: Asker,
    itemId: number,
    { type }: TransactionsQuery,
    page: Page,
  ): Promise<Listed<TransactionAnswer>> => {
    const list = listFrom(dependencies.owners, 'inventory');
    const path = `/items/${itemId}/transactions`;
    const { rows, total } = await list<LedgerEntry>(asker, path, { type, ...pageQuery(page) });
    return { rows: await nameAuthors(dependencies, asker, rows), total };
  };
