import { columnsOf, omitColumns, searchTextOf, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { NewLocation, Location } from '../domain/location';

/** A location with what the table keeps for looking it up. */
interface LocationRow extends Location {
  readonly searchText: string;
}

export const locationTable = new EntitySchema<LocationRow>({
  name: 'Location',
  tableName: 'locations',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    companyId: { type: 'bigint', name: 'company_id' },
    customerId: { type: 'bigint', name: 'customer_id' },
    version: { type: 'integer' },
    externalId: { type: 'text', name: 'external_id', nullable: true },
    name: { type: 'text', name: 'location_name' },
    street: { type: 'text', name: 'address_street' },
    city: { type: 'text', name: 'address_city' },
    state: { type: 'text', name: 'address_state' },
    zip: { type: 'text', name: 'address_zip' },
    latitude: { type: 'double precision' },
    longitude: { type: 'double precision' },
    isPrimary: { type: 'boolean', name: 'is_primary' },
    contactEmail: { type: 'text', name: 'contact_email', nullable: true },
    contactPhone: { type: 'text', name: 'contact_phone', nullable: true },
    notes: { type: 'text', nullable: true },
    searchText: { type: 'text', name: 'search_text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof LocationRow, EntitySchemaColumnOptions>,
});

export const LOCATION_COLUMNS = selectList(omitColumns(columnsOf(locationTable), 'searchText'));

/** What is written for a location. */
export const locationRow = <Written extends NewLocation>(
  location: Written,
): Written & Pick<LocationRow, 'searchText'> => ({
  ...location,
  searchText: searchTextOf(
    location.name,
    `${location.street}, ${location.city}, ${location.state} ${location.zip}`,
  ),
});
