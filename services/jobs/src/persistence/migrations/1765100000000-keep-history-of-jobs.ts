import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every change of a job, for as long as there is the job: it is part of the record. Who made a job is
 * kept with the job itself, so that most jobs, which are never looked up here, cost no row.
 *
 * There is no foreign key: its check would cost each change as much again, and the only statement that
 * writes here takes the job from the row that it changes.
 */
export class KeepHistoryOfJobs1765100000000 implements MigrationInterface {
  readonly name = 'KeepHistoryOfJobs1765100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table jobs add column created_source text, add column created_by bigint;

      create table job_changes (
        company_id bigint not null,
        job_id bigint not null,
        version integer not null,
        changed_at timestamptz not null,
        source text not null,
        person_id bigint,
        changes jsonb not null,
        constraint job_changes_pkey primary key (company_id, job_id, version)
      );

      create view job_history as
        select company_id, job_id, version, changed_at, source, person_id, changes
        from job_changes
        union all
        select company_id, id, 1, created_at, created_source, created_by, '[]' from jobs;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view job_history;
      drop table job_changes;
      alter table jobs drop column created_source, drop column created_by;
    `);
  }
}
