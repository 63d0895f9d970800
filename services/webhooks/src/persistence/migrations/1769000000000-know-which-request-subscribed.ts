import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name of the request that subscribed, whose repetitions are answered as it was. */
export class KnowWhichRequestSubscribed1769000000000 implements MigrationInterface {
  readonly name = 'KnowWhichRequestSubscribed1769000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints add column subscribed_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table endpoints drop column subscribed_by');
  }
}
