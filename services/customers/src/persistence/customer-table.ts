import { textKey } from '@svc/contracts';
import { columnsOf, omitColumns, selectList } from '@svc/database';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Customer } from '../domain/customer';
import { searchTextOfCustomer } from './search-text';

/** A customer with what the table keeps for looking it up. */
export interface CustomerRow extends Customer {
  readonly emailKey: string;
  readonly searchText: string;
}

export const customerTable = new EntitySchema<CustomerRow>({
  name: 'Customer',
  tableName: 'customers',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    companyId: { type: 'bigint', name: 'company_id' },
    version: { type: 'integer' },
    externalId: { type: 'text', name: 'external_id', nullable: true },
    name: { type: 'text', name: 'customer_name' },
    email: { type: 'text', name: 'customer_email' },
    emailKey: { type: 'text', name: 'email_key' },
    phone: { type: 'text', name: 'customer_phone' },
    defaultSlaHours: { type: 'integer', name: 'default_sla_hours' },
    taxExempt: { type: 'boolean', name: 'tax_exempt' },
    taxExemptionReason: { type: 'text', name: 'tax_exemption_reason', nullable: true },
    hasLocations: { type: 'boolean', name: 'has_locations' },
    searchText: { type: 'text', name: 'search_text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
    deletedAt: { type: 'timestamptz', name: 'deleted_at', nullable: true },
  } satisfies Record<keyof CustomerRow, EntitySchemaColumnOptions>,
});

export const customerRow = <T extends Omit<Customer, 'id'>>(customer: T) => ({
  ...customer,
  emailKey: textKey(customer.email),
  searchText: searchTextOfCustomer(customer),
});

/** A customer without what only look-ups read. */
export const CUSTOMER_COLUMNS = selectList(
  omitColumns(columnsOf(customerTable), 'emailKey', 'searchText'),
);
