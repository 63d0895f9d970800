import { columnsOf, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { InventoryLocation } from '../domain/location';

export const locationTable = new EntitySchema<InventoryLocation>({
  name: 'Location',
  tableName: 'locations',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    version: { type: 'integer' },
    name: { type: 'text' },
    type: { type: 'text' },
    address: { type: 'text', nullable: true },
    city: { type: 'text', nullable: true },
    state: { type: 'text', nullable: true },
    zip: { type: 'text', nullable: true },
    isActive: { type: 'boolean', name: 'is_active' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof InventoryLocation, EntitySchemaColumnOptions>,
});

/** Of a table with the alias `record`. */
export const LOCATION_COLUMNS = selectList(columnsOf(locationTable), 'record');
