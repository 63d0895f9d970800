import { columnsOf, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Item } from '../domain/item';

const money = (name: string): EntitySchemaColumnOptions => ({
  type: 'numeric',
  name,
  precision: 9,
  scale: 2,
  nullable: true,
});

export const itemTable = new EntitySchema<Item>({
  name: 'Item',
  tableName: 'items',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    version: { type: 'integer' },
    externalId: { type: 'text', name: 'external_id', nullable: true },
    partNumber: { type: 'text', name: 'part_number' },
    partName: { type: 'text', name: 'part_name' },
    description: { type: 'text', nullable: true },
    category: { type: 'text', nullable: true },
    serialNumber: { type: 'text', name: 'serial_number', nullable: true },
    quantityOnHand: { type: 'integer', name: 'quantity_on_hand' },
    minStockLevel: { type: 'integer', name: 'min_stock_level' },
    reorderQuantity: { type: 'integer', name: 'reorder_quantity' },
    costPerUnit: money('cost_per_unit'),
    pricePerUnit: money('price_per_unit'),
    supplierId: { type: 'bigint', name: 'supplier_id', nullable: true },
    movements: { type: 'bigint' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof Item, EntitySchemaColumnOptions>,
});

/** Of a table with the alias `record`. */
export const ITEM_COLUMNS = selectList(columnsOf(itemTable), 'record');
