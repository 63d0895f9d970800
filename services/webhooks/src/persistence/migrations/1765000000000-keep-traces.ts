import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of what caused an event: its attempts are shown there. Null where that was not traced. */
export class KeepTraces1765000000000 implements MigrationInterface {
  readonly name = 'KeepTraces1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    // All partitions get it; those that a release before makes copy the columns that there are.
    await runner.query('alter table events add column trace json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table events drop column trace');
  }
}
