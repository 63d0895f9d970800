import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bodies of kept answers are encrypted. The plain column stays for the release before, and for what
 * that release has kept; a day after the last of it, nothing is left in it and it can be dropped.
 */
export class SealKeptAnswers1764300000000 implements MigrationInterface {
  readonly name = 'SealKeptAnswers1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_keys add column sealed_body bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_keys drop column sealed_body');
  }
}
