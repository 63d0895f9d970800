import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of deleted assets that people see, in its order. */
export class ListDeletedAssets1765600000000 implements MigrationInterface {
  readonly name = 'ListDeletedAssets1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index assets_deleted on assets (company_id, created_at desc, id desc)
        where deleted_at is not null
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index assets_deleted');
  }
}
