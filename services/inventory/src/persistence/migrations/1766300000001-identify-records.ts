import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clients' own ids of items. */
export class IdentifyRecords1766300000001 implements MigrationInterface {
  readonly name = 'IdentifyRecords1766300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table items add column external_id text;
      create unique index items_external_id_key on items (company_id, external_id)
        where external_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table items drop column external_id;
    `);
  }
}
