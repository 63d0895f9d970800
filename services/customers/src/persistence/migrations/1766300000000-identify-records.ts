import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The clients' own ids of customers and locations. A removed customer leaves its own to whoever takes
 * it, its locations keep theirs.
 */
export class IdentifyRecords1766300000000 implements MigrationInterface {
  readonly name = 'IdentifyRecords1766300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table customers add column external_id text;
      create unique index customers_external_id_key on customers (company_id, external_id)
        where external_id is not null and deleted_at is null;
      alter table locations add column external_id text;
      create unique index locations_external_id_key on locations (company_id, external_id)
        where external_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table customers drop column external_id;
      alter table locations drop column external_id;
    `);
  }
}
