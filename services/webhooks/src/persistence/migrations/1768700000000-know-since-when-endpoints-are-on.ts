import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last event that had begun to wait when the endpoint was turned on: those up to it occurred while it
 * was off. Null for an endpoint that was never turned on since this migration.
 */
export class KnowSinceWhenEndpointsAreOn1768700000000 implements MigrationInterface {
  readonly name = 'KnowSinceWhenEndpointsAreOn1768700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints add column on_after_waiting bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints drop column on_after_waiting');
  }
}
