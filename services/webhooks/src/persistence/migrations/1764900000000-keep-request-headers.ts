import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Null for attempts from before, and for those of a release that runs beside this one. */
export class KeepRequestHeaders1764900000000 implements MigrationInterface {
  readonly name = 'KeepRequestHeaders1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table attempts add column request_headers json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table attempts drop column request_headers');
  }
}
