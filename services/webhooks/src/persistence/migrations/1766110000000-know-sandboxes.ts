import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of the companies are sandboxes, and whose; null for those that are none. */
export class KnowSandboxes1766110000000 implements MigrationInterface {
  readonly name = 'KnowSandboxes1766110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table companies add column sandbox_of bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table companies drop column sandbox_of');
  }
}
