import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What companies have beyond their plans; null until the gateway has announced it, and then counts as all. */
export class KeepFeatures1767510000000 implements MigrationInterface {
  readonly name = 'KeepFeatures1767510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table companies add column features text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table companies drop column features');
  }
}
