import type { Item } from '../domain/item';
import type { StockEntry } from '../persistence/stock-reads';
import type { Dependencies } from './dependencies';

export interface ItemWithStock {
  readonly item: Item;
  readonly stock: readonly StockEntry[];
}

/** Those of these items that the company has, in any order. */
export const getItems =
  ({ items, stock }: Dependencies) =>
  async (companyId: number, ids: readonly number[]): Promise<ItemWithStock[]> => {
    const [found, entries] = await Promise.all([
      items.findSome(companyId, ids),
      stock.ofItems(companyId, ids),
    ]);
    return found.map((item) => ({
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
    return { item, stock: entries };
  };
