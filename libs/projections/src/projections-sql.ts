const createTableSql = (table: string, id: string, columns: readonly string[]): string => `
create table ${table} (
  company_id bigint not null,
  ${id} bigint not null,
  ${columns.join(' not null,\n  ')} not null,
  version integer not null,
  constraint ${table}_pkey primary key (company_id, ${id})
);
`;

export const createCustomerNamesSql = createTableSql('customer_names', 'customer_id', [
  'customer_name text',
  'search_text text',
  'deleted boolean',
]);

export const createLocationNamesSql = createTableSql('location_names', 'location_id', [
  'location_name text',
  'city text',
  'search_text text',
  'customer_id bigint',
]);

export const createTechnicianNamesSql = createTableSql('technician_names', 'technician_id', [
  'technician_name text',
  'status text',
]);

export const createAssetSummariesSql = createTableSql('asset_cards', 'asset_id', [
  'asset_tag text',
  'asset_name text',
  'asset_status text',
  'deleted boolean',
]);
