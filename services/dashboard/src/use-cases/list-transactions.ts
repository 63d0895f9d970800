import type { Page } from '@svc/kernel';
import type { TransactionAnswer, TransactionsQuery } from '../../contract/inventory';
import type { Listed } from '../owners/list-from';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { nameAuthors } from './name-authors';

/** The ledger of an item with the names of those who moved it, newest first. @throws not_found */
export const listTransactions =
  (dependencies: Dependencies) =>
  async (
    asker: Asker,
    itemId: number,
    query: TransactionsQuery,
    page: Page,
  ): Promise<Listed<TransactionAnswer>> => {
    const { rows, total } = await dependencies.inventory.ledger(asker, itemId, query, page);
    return { rows: await nameAuthors(dependencies, asker, rows), total };
  };
