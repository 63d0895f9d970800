import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The invoices of a job, in the order of their list. */
export class ListInvoicesOfJobs1765400000000 implements MigrationInterface {
  readonly name = 'ListInvoicesOfJobs1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index invoices_by_job on invoices (company_id, job_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index invoices_by_job');
  }
}
