import { columnsOf, omitColumns, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { InventoryLocation } from '../domain/location';

/** A location with what the table keeps for looking it up. */
interface LocationRow extends InventoryLocation {
  readonly nameKey: string;
}

export const locationTable = new EntitySchema<LocationRow>({
  name: 'Location',
  tableName: 'locations',
  columns: {
    companyId: { type: 'bigint', name: 'company_id' },
    id: { type: 'bigint', primary: true, generated: 'increment' },
    version: { type: 'integer' },
    locationName: { type: 'text', name: 'name' },
    nameKey: { type: 'text', name: 'name_key', select: false },
    locationType: { type: 'text', name: 'type' },
    address: { type: 'text', nullable: true },
    city: { type: 'text', nullable: true },
    state: { type: 'text', nullable: true },
    zip: { type: 'text', nullable: true },
    isActive: { type: 'boolean', name: 'is_active' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof LocationRow, EntitySchemaColumnOptions>,
});

/** Of a table with the alias `record`. */
export const LOCATION_COLUMNS = selectList(
  omitColumns(columnsOf(locationTable), 'nameKey'),
  'record',
);
