import type { StockEntry } from '../persistence/stock-reads';
import type { Dependencies } from './dependencies';
import { getItem } from './get-item';

/** Where an item is, and how much of it. */
export const listItemStock =
  (dependencies: Dependencies) =>
  async (companyId: number, itemId: number): Promise<readonly StockEntry[]> =>
    (await getItem(dependencies)(companyId, itemId)).stock;
