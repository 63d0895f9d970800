import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a gateway knows of the others' admissions, beside its own: for those that can no longer tell. */
export class ReportOtherGateways1768300000000 implements MigrationInterface {
  readonly name = 'ReportOtherGateways1768300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateways add column known jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table gateways drop column known');
  }
}
