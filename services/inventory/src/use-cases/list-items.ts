import type { Page } from '@svc/kernel';
import type { ItemFilter, ItemPage } from '../persistence/item-reads';
import type { Dependencies } from './dependencies';

export interface ListItems {
  readonly companyId: number;
  readonly filter: ItemFilter;
  readonly page: Page;
}

export const listItems =
  ({ items }: Dependencies) =>
  ({ companyId, filter, page }: ListItems): Promise<ItemPage> =>
    items.list(companyId, filter, page);
