import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages far from the first are counted from rows whose place in the list is remembered. Such a place
 * is right until a job is deleted or restored, and in lists of a status or a priority until one is
 * moved there or away; the counters tell, at no write more than before. Jobs that are added come
 * before all others and are seen by the total.
 */
export class CountShiftsOfJobs1764600000000 implements MigrationInterface {
  readonly name = 'CountShiftsOfJobs1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table job_counts
        add column shifts bigint not null default 0,
        add column moves bigint not null default 0;

      create or replace function count_changed_job() returns trigger language plpgsql
      set search_path from current as $$
      declare
        is_shift constant boolean := (old.deleted_at is null) <> (new.deleted_at is null);
      begin
        insert into job_counts as counter (company_id, status, priority, slot, jobs, shifts, moves)
        select company_id, status, priority, id % 16, sum(change), is_shift::integer,
          (not is_shift)::integer
        from (values
            (new.company_id, new.status, new.priority, new.id, (new.deleted_at is null)::integer),
            (old.company_id, old.status, old.priority, old.id, -(old.deleted_at is null)::integer)
          ) as changes (company_id, status, priority, id, change)
        group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
        on conflict on constraint job_counts_pkey do update set jobs = counter.jobs + excluded.jobs,
          shifts = counter.shifts + excluded.shifts, moves = counter.moves + excluded.moves;
        return null;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function count_changed_job() returns trigger language plpgsql
      set search_path from current as $$
      begin
        insert into job_counts as counter (company_id, status, priority, slot, jobs)
        select company_id, status, priority, id % 16, sum(change)
        from (values
            (new.company_id, new.status, new.priority, new.id, (new.deleted_at is null)::integer),
            (old.company_id, old.status, old.priority, old.id, -(old.deleted_at is null)::integer)
          ) as changes (company_id, status, priority, id, change)
        group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
        on conflict on constraint job_counts_pkey do update set jobs = counter.jobs + excluded.jobs;
        return null;
      end $$;

      alter table job_counts drop column shifts, drop column moves;
    `);
  }
}
