import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a key last lacked the right to events of assets, inventory and technicians. Null for what was
 * held all the time; where a right was lacking before this migration and is given later, it counts as
 * lacking from the beginning until then.
 */
export class KeepTimesWithoutMoreRights1766500000000 implements MigrationInterface {
  readonly name = 'KeepTimesWithoutMoreRights1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table key_rights
        add column without_assets tstzrange,
        add column without_inventory tstzrange,
        add column without_technicians tstzrange;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table key_rights
        drop column without_technicians, drop column without_inventory, drop column without_assets;
    `);
  }
}
