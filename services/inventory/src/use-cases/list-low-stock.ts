import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Item } from '../domain/item';
import type { LowStockFilter } from '../persistence/item-reads';
import type { Dependencies } from './dependencies';

/** The items that are at or below a minimum level above 0, the most critical first. */
export const listLowStock =
  ({ items }: Dependencies) =>
  (companyId: number, filter: LowStockFilter, page: Page): Promise<Found<Item>> =>
    items.listLow(companyId, filter, page);
