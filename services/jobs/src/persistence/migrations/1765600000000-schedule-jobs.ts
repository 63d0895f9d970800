import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a schedule shows: the jobs of some days, and those that nobody does yet.
 *
 * Jobs of more than a day are few. Without an index of their own, every job that ever began would
 * have to be asked whether it has ended.
 */
export class ScheduleJobs1765600000000 implements MigrationInterface {
  readonly name = 'ScheduleJobs1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index jobs_by_schedule
        on jobs (company_id, coalesce(scheduled_start, scheduled_end), id)
        where deleted_at is null and coalesce(scheduled_start, scheduled_end) is not null;
      create index jobs_of_days on jobs (company_id, scheduled_end)
        where deleted_at is null and scheduled_end - scheduled_start > interval '24 hours';
      create index jobs_unassigned on jobs (company_id, created_at, id)
        where deleted_at is null and technician_id is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs_by_schedule, jobs_of_days, jobs_unassigned');
  }
}
