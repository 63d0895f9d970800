import {
  createChangesSql,
  createDoneOperationsSql,
  IS_EMPTYING,
  Migration,
  trackChangesSql,
} from '@svc/database';
import { createOutboxSql, createRecordChangesSql } from '@svc/outbox';
import type { QueryRunner } from 'typeorm';

export class CreateInventory1770000000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    await runner.query(CREATE_SUPPLIERS);
    await runner.query(CREATE_ITEMS);
    await runner.query(CREATE_ITEM_COUNTS);
    await runner.query(CREATE_STOCK);
    await runner.query(CREATE_LEDGER);
    await runner.query(CREATE_RESERVATIONS);
    await runner.query(createRecordChangesSql);
    await runner.query(createDoneOperationsSql);
    await runner.query(createOutboxSql);
  }
}

const CREATE_SUPPLIERS = `
create table suppliers (
  id bigint generated always as identity,
  company_id bigint not null,
  name text not null,
  name_key text collate pg_c_utf8 not null,
  constraint suppliers_pkey primary key (company_id, id),
  constraint suppliers_name_key unique (company_id, name_key)
);
`;

// Index-only scans need frequent vacuums. One index per filter, in the order of the list, keeps
// every first page at a few dozen rows; ascending indexes are read backwards, so that new items
// fill their last page. One column holds all searched fields, separated by a character that nobody
// types, so that one index serves them and no term matches across two. Movements rewrite their
// item's row: free space on its page, and indexed columns that seldom change, keep the indexes
// untouched.
const CREATE_ITEMS = `
create table items (
  id bigint generated always as identity,
  company_id bigint not null,
  version integer not null,
  external_id text,
  part_number text not null,
  part_number_key text collate pg_c_utf8 not null,
  part_name text not null,
  description text,
  category text,
  category_key text,
  serial_number text,
  quantity_on_hand integer not null,
  min_stock_level integer not null,
  reorder_quantity integer not null,
  cost_per_unit numeric(13, 6),
  price_per_unit numeric(13, 6),
  supplier_id bigint,
  movements bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  is_low boolean not null generated always as (quantity_on_hand <= min_stock_level) stored,
  stock_ratio double precision generated always as (
    case when quantity_on_hand <= min_stock_level and min_stock_level > 0
      then quantity_on_hand::float8 / min_stock_level end
  ) stored,
  deficit integer generated always as (
    case when quantity_on_hand <= min_stock_level and min_stock_level > 0
      then min_stock_level - quantity_on_hand end
  ) stored,
  search_text text collate pg_c_utf8 not null,
  constraint items_pkey primary key (company_id, id),
  constraint items_part_number_key unique (company_id, part_number_key),
  constraint items_supplier_fkey foreign key (company_id, supplier_id) references suppliers,
  constraint items_quantity_check check (quantity_on_hand >= 0),
  constraint items_levels_check check (min_stock_level >= 0 and reorder_quantity >= 0)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.01);

create unique index items_external_id_key on items (company_id, external_id)
  where external_id is not null;
create index items_newest on items (company_id, created_at, id);
create index items_by_category on items (company_id, category_key, created_at, id)
  where category_key is not null;
create index items_low on items (company_id, created_at, id) where is_low;
create index items_most_critical on items (company_id, stock_ratio, deficit desc, id)
  where stock_ratio is not null;
create index items_by_supplier on items (company_id, supplier_id) where supplier_id is not null;
create index items_by_update on items (company_id, updated_at, id);
create index items_search on items using gin (company_id, search_text gin_trgm_ops);
${trackChangesSql({ table: 'items', owner: ['company_id'] })}`;

// Triggers keep the counters for every statement, and once per statement, so that a million
// inserted rows change each counter once. Slots keep items written at the same time from waiting
// for each other's commit; writing counters in one order prevents deadlocks: low before the rest,
// because a new item is low until its opening stock arrives.
const CREATE_ITEM_COUNTS = `
create table item_counts (
  company_id bigint not null,
  category text not null,
  is_low boolean not null,
  has_level boolean not null,
  slot smallint not null,
  items bigint not null,
  constraint item_counts_pkey primary key (company_id, category, is_low, has_level, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

create function count_items() returns trigger language plpgsql
set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into item_counts as counter
    select company_id, coalesce(category_key, ''), is_low, min_stock_level > 0, id % 8, count(*)
    from inserted
    group by 1, 2, 3, 4, 5 order by 1, 2, 3 desc, 4, 5
    on conflict on constraint item_counts_pkey
      do update set items = counter.items + excluded.items;
    return null;
  end if;

  insert into item_counts as counter
  select company_id, coalesce(category_key, ''), is_low, min_stock_level > 0, id % 8, sum(change)
  from (
    select company_id, category_key, is_low, min_stock_level, id, 1 as change from updated
    union all
    select company_id, category_key, is_low, min_stock_level, id, -1 from outdated
  ) changes
  group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3 desc, 4, 5
  on conflict on constraint item_counts_pkey
    do update set items = counter.items + excluded.items;
  return null;
end $$;

create trigger count_inserted_items after insert on items
  referencing new table as inserted
  for each statement execute function count_items();
create trigger count_updated_items after update on items
  referencing old table as outdated new table as updated
  for each statement execute function count_items();
`;

const CREATE_STOCK = `
create table locations (
  id bigint generated always as identity,
  company_id bigint not null,
  version integer not null default 1,
  name text not null,
  name_key text collate pg_c_utf8 not null,
  type text not null,
  address text,
  city text,
  state text,
  zip text,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint locations_pkey primary key (company_id, id),
  constraint locations_name_key unique (company_id, name_key),
  constraint locations_type_check
    check (type in ('warehouse', 'vehicle', 'technician', 'job_site', 'other'))
);

create index locations_newest on locations (company_id, created_at, id);
${trackChangesSql({ table: 'locations', owner: ['company_id'] })}
create table stock (
  company_id bigint not null,
  item_id bigint not null,
  location_id bigint not null,
  quantity integer not null,
  reserved_quantity integer not null,
  last_updated timestamptz not null,
  constraint stock_pkey primary key (company_id, item_id, location_id),
  constraint stock_item_fkey foreign key (company_id, item_id) references items,
  constraint stock_location_fkey foreign key (company_id, location_id) references locations,
  constraint stock_quantity_check check (reserved_quantity >= 0 and quantity >= reserved_quantity)
) with (fillfactor = 85);

create index stock_by_location on stock (company_id, location_id, item_id);
`;

// Each item's movements are numbered without gaps: none can be missing unseen, any page is a range
// of numbers, and their total is the last one. The ledger is never deleted, except in a sandbox
// that is emptied. The idempotency key tells a movement sent again from a second one.
const CREATE_LEDGER = `
create table transactions (
  id bigint generated always as identity,
  company_id bigint not null,
  item_id bigint not null,
  number bigint not null,
  type text not null,
  quantity integer not null,
  location_id bigint not null,
  related_location_id bigint,
  job_id bigint,
  actor text not null,
  person_id bigint,
  notes text,
  idempotency_key text,
  created_at timestamptz not null,
  constraint transactions_pkey primary key (company_id, id),
  constraint transactions_number_key unique (company_id, item_id, number),
  constraint transactions_stock_fkey
    foreign key (company_id, item_id, location_id) references stock,
  constraint transactions_sign_check check (case
    when type in ('Add', 'Transfer_in', 'Release') then quantity > 0
    when type in ('Remove', 'Transfer_out', 'Reserve', 'Job_complete') then quantity < 0
    when type = 'Adjust' then quantity <> 0
    else false end),
  constraint transactions_transfer_check
    check ((related_location_id is not null) = (type in ('Transfer_out', 'Transfer_in'))),
  constraint transactions_job_check
    check ((job_id is not null) = (type in ('Reserve', 'Release', 'Job_complete')))
);

create unique index transactions_idempotency_key
  on transactions (company_id, item_id, idempotency_key)
  where idempotency_key is not null;
create index transactions_by_type on transactions (company_id, item_id, type, number);
${trackChangesSql({ table: 'transactions', owner: ['company_id', 'item_id'], key: 'number' })}
create index transactions_by_time on transactions (company_id, item_id, created_at, number);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and ${IS_EMPTYING} then return null; end if;
  raise exception 'The ledger is append-only: % of transactions is refused.', lower(tg_op);
end $$;

create trigger keep_transactions before update or delete or truncate on transactions
  for each statement execute function refuse_ledger_change();
`;

// A waiting reservation stores the part it lacks, and arrivals store where stock came, so that a
// movement leads only to the reservations that it may cover. Parts have no foreign keys: a job may
// need what does not exist yet.
const CREATE_RESERVATIONS = `
create table reservations (
  company_id bigint not null,
  job_id bigint not null,
  version integer not null,
  job_status text not null,
  deleted boolean not null,
  status text not null,
  lacking_item_id bigint,
  lacking_location_id bigint,
  lacking_quantity bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reservations_pkey primary key (company_id, job_id),
  constraint reservations_status_check
    check (status in ('reserved', 'waiting', 'released', 'consumed'))
);

create index reservations_newest on reservations (company_id, created_at, job_id);
create index reservations_waiting on reservations (company_id, job_id) where status = 'waiting';
create index reservations_lacking
  on reservations (company_id, lacking_item_id, lacking_location_id, lacking_quantity)
  where status = 'waiting';

create table reservation_parts (
  id bigint generated always as identity,
  company_id bigint not null,
  job_id bigint not null,
  item_id bigint not null,
  location_id bigint not null,
  version integer not null default 1,
  quantity bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint reservation_parts_pkey primary key (company_id, job_id, item_id, location_id),
  constraint reservation_parts_reservation_fkey
    foreign key (company_id, job_id) references reservations,
  constraint reservation_parts_quantity_check check (quantity > 0)
);

create unique index reservation_parts_id_key on reservation_parts (company_id, id);
create index reservation_parts_by_update on reservation_parts (company_id, updated_at, id);
${trackChangesSql({ table: 'reservation_parts', owner: ['company_id'] })}
create function note_status_of_parts() returns trigger language plpgsql
set search_path from current as $$
begin
  update reservation_parts set version = version + 1, updated_at = new.updated_at
  where company_id = new.company_id and job_id = new.job_id;
  return null;
end $$;

create trigger note_status_of_parts after update on reservations
  for each row when (old.status is distinct from new.status)
  execute function note_status_of_parts();

create table stock_arrivals (
  company_id bigint not null,
  item_id bigint not null,
  location_id bigint not null,
  times integer not null default 1,
  constraint stock_arrivals_pkey primary key (company_id, item_id, location_id)
);
`;
