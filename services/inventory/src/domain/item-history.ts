import { shownAsItIs, type ShownFields } from '@svc/kernel';
import type { EditableField, Item } from './item';

/** How the API shows the fields that an item's history tells of. */
export const SHOWN_FIELDS: ShownFields<Item, EditableField> = {
  externalId: shownAsItIs('external_id'),
  partNumber: shownAsItIs('part_number'),
  partName: shownAsItIs('part_name'),
  description: shownAsItIs('description'),
  category: shownAsItIs('category'),
  serialNumber: shownAsItIs('serial_number'),
  minStockLevel: shownAsItIs('min_stock_level'),
  reorderQuantity: shownAsItIs('reorder_quantity'),
  costPerUnit: shownAsItIs('cost_per_unit'),
  pricePerUnit: shownAsItIs('price_per_unit'),
  supplierId: shownAsItIs('supplier_id'),
};
