import type { Item } from '../domain/item';
import type { StockEntry } from '../persistence/stock-reads';
import type { Dependencies } from './dependencies';

export interface ItemWithStock {
  readonly item: Item;
  readonly stock: readonly StockEntry[];
}

export const getItem =
  ({ items, stock }: Dependencies) =>
  async (companyId: number, itemId: number): Promise<ItemWithStock> => {
    const [item, entries] = await Promise.all([
      items.find(companyId, itemId),
      stock.ofItem(companyId, itemId),
    ]);
    return { item, stock: entries };
  };
