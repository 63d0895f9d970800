import type { Item } from '../records/item';
import type { StockEntry } from '../records/stock';
import type { Dependencies } from './dependencies';

export interface ItemWithStock {
  readonly version: number;
  readonly item: Item;
  readonly stock: readonly StockEntry[];
}

/** Unknown ids are left out. */
export const getItems =
  ({ items, stock }: Dependencies) =>
  async (companyId: number, ids: readonly number[]): Promise<ItemWithStock[]> => {
    const [found, entries] = await Promise.all([
      items.findSome(companyId, ids),
      stock.ofItems(companyId, ids),
    ]);
    return found.map((item) => ({
      version: item.version,
      item,
      stock: entries.filter(({ itemId }) => itemId === item.id),
    }));
  };

/** @throws not_found */
export const getItem =
  ({ items, stock }: Dependencies) =>
  async (companyId: number, itemId: number): Promise<ItemWithStock> => {
    const [item, entries] = await Promise.all([
      items.find(companyId, itemId),
      stock.ofItems(companyId, [itemId]),
    ]);
    return { version: item.version, item, stock: entries };
  };
