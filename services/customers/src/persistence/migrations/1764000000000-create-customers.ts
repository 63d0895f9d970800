import { createOutboxSql, dropOutboxSql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Customers are never deleted: a removed one keeps its contact, which nobody else may then use.
 *
 * `email_key` and `search_text` are the service's own folding of case, which does not depend on the
 * database's locale. `customer_counts` holds the totals of the list, because counting a million rows
 * takes 60 ms and more; it is spread over sixteen shards, so that writes of one company don't queue
 * for one row, and kept by statement, so that a bulk load costs one change.
 */
export class CreateCustomers1764000000000 implements MigrationInterface {
  readonly name = 'CreateCustomers1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table customers (
        id bigint generated always as identity,
        company_id bigint not null,
        version integer not null default 1,
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

      create index customers_list_idx on customers (company_id, created_at desc, id desc)
        where deleted_at is null;
      create index customers_with_locations_idx
        on customers (company_id, created_at desc, id desc)
        where deleted_at is null and has_locations;
      create index customers_without_locations_idx
        on customers (company_id, created_at desc, id desc)
        where deleted_at is null and not has_locations;
      create index customers_search_idx on customers
        using gin (company_id, search_text gin_trgm_ops) where deleted_at is null;

      create table locations (
        id bigint generated always as identity,
        company_id bigint not null,
        customer_id bigint not null,
        version integer not null default 1,
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
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint locations_pkey primary key (company_id, id),
        constraint locations_customer_fkey
          foreign key (company_id, customer_id) references customers
      );

      create index locations_list_idx on locations (company_id, customer_id, is_primary desc, id);
      create unique index locations_primary_key on locations (company_id, customer_id)
        where is_primary;

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

      create trigger customers_added after insert on customers
        referencing new table as added
        for each statement execute function count_added_customers();
      create trigger customers_changed after update on customers
        referencing old table as before new table as after
        for each statement execute function count_changed_customers();
    `);
    await runner.query(createOutboxSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropOutboxSql);
    await runner.query(`
      drop table customer_counts, locations, customers;
      drop function count_changed_customers, count_added_customers;
    `);
  }
}
