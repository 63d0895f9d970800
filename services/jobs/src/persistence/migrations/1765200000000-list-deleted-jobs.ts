import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of deleted jobs that people see, in its order. */
export class ListDeletedJobs1765200000000 implements MigrationInterface {
  readonly name = 'ListDeletedJobs1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index jobs_deleted on jobs (company_id, created_at, id)
        where deleted_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index jobs_deleted');
  }
}
