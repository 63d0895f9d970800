import type { Page } from '@svc/kernel';
import type { ItemPage } from '../persistence/item-reads';
import type { Dependencies } from './dependencies';

/** The items that are at or below a minimum level above 0, the most critical first. */
export const listLowStock =
  ({ items }: Dependencies) =>
  (companyId: number, page: Page): Promise<ItemPage> =>
    items.listLow(companyId, page);
