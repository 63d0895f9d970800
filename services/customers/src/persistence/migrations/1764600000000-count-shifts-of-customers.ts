import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages far from the first are counted from rows whose place in the list is remembered. Such a place
 * is right until a customer is removed or restored, and in lists of those with or without locations
 * until one gets its first; the counters tell, at no write more than before. Customers that are added
 * come before all others and are seen by the total.
 */
export class CountShiftsOfCustomers1764600000000 implements MigrationInterface {
  readonly name = 'CountShiftsOfCustomers1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table customer_counts
        add column shifts bigint not null default 0,
        add column moves bigint not null default 0;

      create or replace function count_changed_customers() returns trigger language plpgsql
        set search_path from current as $$
      begin
        insert into customer_counts as counts (company_id, has_locations, shard, total, shifts, moves)
        select company_id, state.has_locations, id % 16, sum(change),
          count(*) filter (where is_shift), count(*) filter (where not is_shift)
        from after join before using (company_id, id),
          lateral (select (after.deleted_at is null) <> (before.deleted_at is null))
            as kind (is_shift),
          lateral (values
              (after.has_locations, (after.deleted_at is null)::integer),
              (before.has_locations, -(before.deleted_at is null)::integer)
            ) as state (has_locations, change)
        where change <> 0 and (is_shift or after.has_locations <> before.has_locations)
        group by 1, 2, 3
        order by 1, 2, 3
        on conflict on constraint customer_counts_pkey
          do update set total = counts.total + excluded.total,
            shifts = counts.shifts + excluded.shifts, moves = counts.moves + excluded.moves;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function count_changed_customers() returns trigger language plpgsql
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

      alter table customer_counts drop column shifts, drop column moves;
    `);
  }
}
