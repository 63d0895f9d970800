import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a delivery's event happened while its subscription had no right to it, or its company lacked the
 * feature: it is never sent. Of deliveries from before this migration only the last time without is known.
 */
export class KnowMissedDeliveries1768400000000 implements MigrationInterface {
  readonly name = 'KnowMissedDeliveries1768400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table deliveries add column is_missed boolean not null default false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table deliveries drop column is_missed');
  }
}
