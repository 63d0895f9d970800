import type { Item, ItemDetails } from '../records/item';

/** A minimum level of 0 is never low. */
export const isLowOnStock = ({ quantityOnHand, minStockLevel }: Item): boolean =>
  minStockLevel > 0 && quantityOnHand <= minStockLevel;

export type NewItem = Omit<Item, 'id'>;

export const newItem = (companyId: number, details: ItemDetails, at: Date): NewItem => ({
  ...details,
  companyId,
  version: 1,
  quantityOnHand: 0,
  movements: 0,
  createdAt: at,
  updatedAt: at,
});
