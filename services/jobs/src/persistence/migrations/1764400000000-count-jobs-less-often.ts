import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Totals by month have had no reader since the release before, and an update that leaves status,
 * priority and deletion alone, as most do, has nothing to count.
 */
export class CountJobsLessOften1764400000000 implements MigrationInterface {
  readonly name = 'CountJobsLessOften1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${countInsertedSql('')}

      create function count_changed_job() returns trigger language plpgsql
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

      drop trigger count_updated_jobs on jobs;
      drop function count_updated_jobs;
      create trigger count_changed_job after update on jobs for each row
        when (old.status <> new.status or old.priority <> new.priority
          or (old.deleted_at is null) <> (new.deleted_at is null))
        execute function count_changed_job();

      drop table job_months;
      drop function month_of;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job_months (
        company_id bigint not null,
        month date not null,
        slot smallint not null,
        jobs bigint not null,
        constraint job_months_pkey primary key (company_id, month, slot)
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

      create function month_of(at timestamptz) returns date language sql immutable
      return date_trunc('month', at at time zone 'UTC')::date;

      insert into job_months
      select company_id, month_of(created_at), id % 16, count(*)
      from jobs where deleted_at is null group by 1, 2, 3;

      ${countInsertedSql(COUNT_INSERTED_BY_MONTH)}

      create function count_updated_jobs() returns trigger language plpgsql
      set search_path from current as $$
begin
  insert into job_counts as counter (company_id, status, priority, slot, jobs)
  select company_id, status, priority, id % 16, sum(change)
  from (
    select company_id, status, priority, id, 1 as change from updated where deleted_at is null
    union all
    select company_id, status, priority, id, -1 from outdated where deleted_at is null
  ) changes
  group by 1, 2, 3, 4 having sum(change) <> 0 order by 1, 2, 3, 4
  on conflict on constraint job_counts_pkey do update set jobs = counter.jobs + excluded.jobs;

  insert into job_months as counter (company_id, month, slot, jobs)
  select company_id, month_of(created_at), id % 16, sum(change)
  from (
    select company_id, created_at, id, 1 as change from updated where deleted_at is null
    union all
    select company_id, created_at, id, -1 from outdated where deleted_at is null
  ) changes
  group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
  on conflict on constraint job_months_pkey do update set jobs = counter.jobs + excluded.jobs;
  return null;
end $$;

      drop trigger count_changed_job on jobs;
      drop function count_changed_job;
      create trigger count_updated_jobs after update on jobs
        referencing old table as outdated new table as updated
        for each statement execute function count_updated_jobs();
    `);
  }
}

const COUNT_INSERTED_BY_MONTH = `
  insert into job_months as counter (company_id, month, slot, jobs)
  select company_id, month_of(created_at), id % 16, count(*)
  from inserted where deleted_at is null
  group by 1, 2, 3 order by 1, 2, 3
  on conflict on constraint job_months_pkey do update set jobs = counter.jobs + excluded.jobs;`;

const countInsertedSql = (alsoByMonth: string): string => `
create or replace function count_inserted_jobs() returns trigger language plpgsql
set search_path from current as $$
begin
  insert into job_counts as counter (company_id, status, priority, slot, jobs)
  select company_id, status, priority, id % 16, count(*)
  from inserted where deleted_at is null
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict on constraint job_counts_pkey do update set jobs = counter.jobs + excluded.jobs;
${alsoByMonth}
  return null;
end $$;`;
