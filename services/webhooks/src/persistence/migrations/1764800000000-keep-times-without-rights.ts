import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a company last lacked the API, and a key the right to events of jobs and of customers. Null for
 * what never lacked it, as far as is known; without an end for what still does.
 */
export class KeepTimesWithoutRights1764800000000 implements MigrationInterface {
  readonly name = 'KeepTimesWithoutRights1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table companies add column without_api tstzrange;
      alter table key_rights
        add column without_jobs tstzrange,
        add column without_customers tstzrange;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table key_rights drop column without_customers, drop column without_jobs;
      alter table companies drop column without_api;
    `);
  }
}
