import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clients' own ids of jobs; a deleted job leaves its own to whoever takes it. */
export class IdentifyRecords1766300000000 implements MigrationInterface {
  readonly name = 'IdentifyRecords1766300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table jobs add column external_id text;
      create unique index jobs_external_id_key on jobs (company_id, external_id)
        where external_id is not null and deleted_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table jobs drop column external_id;
    `);
  }
}
