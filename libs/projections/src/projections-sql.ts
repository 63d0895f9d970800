export const createCustomerNamesSql = `
create table customer_names (
  company_id bigint not null,
  customer_id bigint not null,
  customer_name text not null,
  deleted boolean not null,
  version integer not null,
  constraint customer_names_pkey primary key (company_id, customer_id)
);
`;

export const createLocationNamesSql = `
create table location_names (
  company_id bigint not null,
  location_id bigint not null,
  location_name text not null,
  customer_id bigint not null,
  version integer not null,
  constraint location_names_pkey primary key (company_id, location_id)
);
`;

export const createTechnicianNamesSql = `
create table technician_names (
  company_id bigint not null,
  technician_id bigint not null,
  technician_name text not null,
  status text not null,
  version integer not null,
  constraint technician_names_pkey primary key (company_id, technician_id)
);
`;

export const createAssetSummariesSql = `
create table asset_cards (
  company_id bigint not null,
  asset_id bigint not null,
  asset_tag text not null,
  asset_name text not null,
  asset_status text not null,
  deleted boolean not null,
  version integer not null,
  constraint asset_cards_pkey primary key (company_id, asset_id)
);
`;
