import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Location } from '../domain/location';

export const locationTable = new EntitySchema<Location>({
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
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
  } satisfies Record<keyof Location, EntitySchemaColumnOptions>,
});

/** The columns of a location under the names of the domain. */
export const LOCATION_COLUMNS = `id, company_id as "companyId", customer_id as "customerId", version,
  external_id as "externalId", location_name as name, address_street as street, address_city as city, address_state as state,
  address_zip as zip, latitude, longitude, is_primary as "isPrimary",
  contact_email as "contactEmail", contact_phone as "contactPhone", notes,
  created_at as "createdAt", updated_at as "updatedAt"`;
