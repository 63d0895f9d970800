import { textKey } from '@svc/contracts';
import { columnsOf, omitColumns, searchTextOf, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Item, ItemDraft } from '../domain/item';

/** What the table keeps for looking an item up. */
interface ItemKeys {
  readonly partNumberKey: string;
  /** Categories are told apart by case, and not by how their letters are composed. */
  readonly categoryKey: string | null;
  readonly searchText: string;
}

const unitPrice = (name: string): EntitySchemaColumnOptions => ({
  type: 'numeric',
  name,
  precision: 13,
  scale: 6,
  nullable: true,
});

export const itemTable = new EntitySchema<Item & ItemKeys>({
  name: 'Item',
  tableName: 'items',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    version: { type: 'integer' },
    externalId: { type: 'text', name: 'external_id', nullable: true },
    partNumber: { type: 'text', name: 'part_number' },
    partNumberKey: { type: 'text', name: 'part_number_key', select: false },
    partName: { type: 'text', name: 'part_name' },
    description: { type: 'text', nullable: true },
    category: { type: 'text', nullable: true },
    categoryKey: { type: 'text', name: 'category_key', nullable: true, select: false },
    serialNumber: { type: 'text', name: 'serial_number', nullable: true },
    quantityOnHand: { type: 'integer', name: 'quantity_on_hand' },
    minStockLevel: { type: 'integer', name: 'min_stock_level' },
    reorderQuantity: { type: 'integer', name: 'reorder_quantity' },
    costPerUnit: unitPrice('cost_per_unit'),
    pricePerUnit: unitPrice('price_per_unit'),
    supplierId: { type: 'bigint', name: 'supplier_id', nullable: true },
    movements: { type: 'bigint' },
    searchText: { type: 'text', name: 'search_text', select: false },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof Item | keyof ItemKeys, EntitySchemaColumnOptions>,
});

/** Of a table with the alias `record`. */
export const ITEM_COLUMNS = selectList(
  omitColumns(columnsOf(itemTable), 'partNumberKey', 'categoryKey', 'searchText'),
  'record',
);

export const categoryKey = (category: string): string => category.normalize('NFC');

/** What is written for an item. */
export const itemRow = <Written extends ItemDraft>(item: Written): Written & ItemKeys => ({
  ...item,
  partNumberKey: textKey(item.partNumber),
  categoryKey: item.category && categoryKey(item.category),
  searchText: searchTextOf(item.partNumber, item.partName),
});
