import {
  createChangesSql,
  createDoneOperationsSql,
  Migration,
  trackChangesSql,
} from '@svc/database';
import { createOutboxSql, createRecordChangesSql } from '@svc/outbox';
import type { QueryRunner } from 'typeorm';

export class CreateCustomers1770000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    await runner.query(CREATE_CUSTOMERS);
    await runner.query(CREATE_CUSTOMER_COUNTS);
    await runner.query(CREATE_LOCATIONS);
    await runner.query(CREATE_SERVICE_REQUESTS);
    await runner.query(createRecordChangesSql);
    await runner.query(ADD_LOCATION_TO_CHANGES);
    await runner.query(createDoneOperationsSql);
    await runner.query(createOutboxSql);
  }
}

// A removed customer keeps its contact, which nobody else may use, but frees its external id.
// `email_key` and `search_text` are folded by the service, independent of the database's locale.
const CREATE_CUSTOMERS = `
create table customers (
  id bigint generated always as identity,
  company_id bigint not null,
  version integer not null default 1,
  external_id text,
  customer_name text not null,
  customer_email text not null,
  email_key text not null,
  customer_phone text not null,
  default_sla_hours integer not null,
  tax_exempt boolean not null default false,
  tax_exemption_reason text,
  has_locations boolean not null default false,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint customers_pkey primary key (company_id, id),
  constraint customers_email_key unique (company_id, email_key),
  constraint customers_phone_key unique (company_id, customer_phone),
  constraint customers_sla_hours_check check (default_sla_hours between 1 and 8760)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create unique index customers_external_id_key on customers (company_id, external_id)
  where external_id is not null and deleted_at is null;
create index customers_list_idx on customers (company_id, created_at desc, id desc)
  where deleted_at is null;
create index customers_with_locations_idx on customers (company_id, created_at desc, id desc)
  where deleted_at is null and has_locations;
create index customers_without_locations_idx on customers (company_id, created_at desc, id desc)
  where deleted_at is null and not has_locations;
create index customers_by_update on customers (company_id, updated_at, id)
  where deleted_at is null;
create index customers_removed_idx on customers (company_id, deleted_at desc, id desc)
  where deleted_at is not null;
create index customers_search_idx on customers using gin (company_id, search_text gin_trgm_ops)
  where deleted_at is null;
${trackChangesSql({ table: 'customers', owner: ['company_id'] })}`;

// Totals of the list, because counting a million rows takes 60 ms. Sixteen shards keep one
// company's writes from queuing for one row, and statement triggers make a bulk load one change.
const CREATE_CUSTOMER_COUNTS = `
create table customer_counts (
  company_id bigint not null,
  has_locations boolean not null,
  shard smallint not null,
  total bigint not null,
  constraint customer_counts_pkey primary key (company_id, has_locations, shard)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 1000);

create function count_added_customers() returns trigger language plpgsql
set search_path from current as $$
begin
  insert into customer_counts as counts (company_id, has_locations, shard, total)
  select company_id, has_locations, id % 16, count(*)
  from added
  where deleted_at is null
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict on constraint customer_counts_pkey
    do update set total = counts.total + excluded.total;
  return null;
end $$;

create trigger customers_added after insert on customers
  referencing new table as added
  for each statement execute function count_added_customers();

create function count_changed_customers() returns trigger language plpgsql
set search_path from current as $$
begin
  insert into customer_counts as counts (company_id, has_locations, shard, total)
  select company_id, has_locations, id % 16, sum(change)
  from (
    select company_id, has_locations, id, 1 as change from after where deleted_at is null
    union all
    select company_id, has_locations, id, -1 from before where deleted_at is null
  ) as changes
  group by 1, 2, 3
  having sum(change) <> 0
  order by 1, 2, 3
  on conflict on constraint customer_counts_pkey
    do update set total = counts.total + excluded.total;
  return null;
end $$;

create trigger customers_changed after update on customers
  referencing old table as before new table as after
  for each statement execute function count_changed_customers();
`;

// A removed customer's locations keep their external ids. No statement names them when their
// customer is removed, so a trigger records their change.
const CREATE_LOCATIONS = `
create table locations (
  id bigint generated always as identity,
  company_id bigint not null,
  customer_id bigint not null,
  version integer not null default 1,
  external_id text,
  location_name text not null,
  address_street text not null,
  address_city text not null,
  address_state text not null,
  address_zip text not null,
  latitude double precision not null,
  longitude double precision not null,
  is_primary boolean not null,
  contact_email text,
  contact_phone text,
  notes text,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint locations_pkey primary key (company_id, id),
  constraint locations_customer_fkey foreign key (company_id, customer_id) references customers
);

create unique index locations_external_id_key on locations (company_id, external_id)
  where external_id is not null;
create unique index locations_primary_key on locations (company_id, customer_id)
  where is_primary;
create index locations_list_idx on locations (company_id, customer_id, is_primary desc, id);
${trackChangesSql({ table: 'locations', owner: ['company_id', 'customer_id'] })}
create function note_change_of_locations() returns trigger language plpgsql
set search_path from current as $$
begin
  update locations set changed_in = changed_in
  where company_id = new.company_id and customer_id = new.id;
  return null;
end $$;

create trigger note_change_of_locations after update on customers for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function note_change_of_locations();
`;

const CREATE_SERVICE_REQUESTS = `
create table service_requests (
  id bigint generated always as identity,
  company_id bigint not null,
  version integer not null,
  status text not null default 'New',
  source text not null,
  customer_id bigint,
  job_id bigint,
  contact_name text not null,
  contact_email text,
  contact_phone text,
  description text not null,
  created_at timestamptz not null,
  constraint service_requests_pkey primary key (company_id, id),
  constraint service_requests_customer_fkey
    foreign key (company_id, customer_id) references customers,
  constraint service_requests_status_check check (status in ('New', 'Job created', 'Declined')),
  constraint service_requests_job_check check ((status = 'Job created') = (job_id is not null)),
  constraint service_requests_source_check check (source in ('portal', 'booking')),
  constraint service_requests_contact_check
    check (contact_email is not null or contact_phone is not null)
);

create index service_requests_list_idx
  on service_requests (company_id, created_at desc, id desc);
create index service_requests_by_status_idx
  on service_requests (company_id, status, created_at desc, id desc);
`;

// Customers and their locations share one history, because a change of either locks the customer.
const ADD_LOCATION_TO_CHANGES = 'alter table record_changes add column location_id bigint';
