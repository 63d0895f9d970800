import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clients' own ids of assets; a deleted asset leaves its own to whoever takes it. */
export class IdentifyRecords1766300000000 implements MigrationInterface {
  readonly name = 'IdentifyRecords1766300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assets add column external_id text;
      create unique index assets_external_id_key on assets (company_id, external_id)
        where external_id is not null and deleted_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assets drop column external_id;
    `);
  }
}
