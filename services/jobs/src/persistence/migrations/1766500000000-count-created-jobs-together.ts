import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The jobs that one statement creates are counted in one slot, that of its connection, in place of one
 * slot for each: one row of the counters is written instead of many, and statements of two processes
 * rarely wait for each other.
 */
export class CountCreatedJobsTogether1766500000000 implements MigrationInterface {
  readonly name = 'CountCreatedJobsTogether1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(countInsertedSql('pg_backend_pid()'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(countInsertedSql('id'));
  }
}

const countInsertedSql = (number: 'pg_backend_pid()' | 'id'): string => `
create or replace function count_inserted_jobs() returns trigger language plpgsql
set search_path from current as $$
begin
  insert into job_counts as counter (company_id, status, priority, slot, jobs)
  select company_id, status, priority, ${number} % 16 as slot, count(*)
  from inserted where deleted_at is null
  group by company_id, status, priority, slot order by company_id, status, priority, slot
  on conflict on constraint job_counts_pkey do update set jobs = counter.jobs + excluded.jobs;
  return null;
end $$;`;
