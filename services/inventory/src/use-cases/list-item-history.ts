import type { Found } from '@svc/database';
import type { HistoryEntry, Page } from '@svc/kernel';
import type { Dependencies } from './dependencies';

/** The changes of an item's own fields, newest first; the ledger has those of its stock. */
export const listItemHistory =
  ({ items }: Dependencies) =>
  (companyId: number, itemId: number, page: Page): Promise<Found<HistoryEntry>> =>
    items.history(companyId, itemId, page);
