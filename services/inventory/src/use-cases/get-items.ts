import type { Dependencies } from './dependencies';
import type { ItemWithStock } from './get-item';

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
