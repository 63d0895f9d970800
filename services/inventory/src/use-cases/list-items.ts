import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Item } from '../domain/item';
import type { ItemFilter } from '../persistence/item-reads';
import type { Dependencies } from './dependencies';

export interface ListItems {
  readonly companyId: number;
  readonly filter: ItemFilter;
  readonly page: Page;
}

export const listItems =
  ({ items }: Dependencies) =>
  ({ companyId, filter, page }: ListItems): Promise<Found<Item>> =>
    items.list(companyId, filter, page);
