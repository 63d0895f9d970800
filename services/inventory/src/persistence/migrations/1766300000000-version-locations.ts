import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a location has changed. A release that does not know the column leaves it as it is. */
export class VersionLocations1766300000000 implements MigrationInterface {
  readonly name = 'VersionLocations1766300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table locations add column version integer not null default 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table locations drop column version');
  }
}
