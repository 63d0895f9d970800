import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts are counted before it is known whose they are, and so without a company. */
export class AddAttempts1765000200000 implements MigrationInterface {
  readonly name = 'AddAttempts1765000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table attempts (
        id bigint generated always as identity,
        subject bytea not null,
        made_at timestamptz not null,
        constraint attempts_pkey primary key (id)
      );
      create index attempts_subject_idx on attempts (subject, made_at desc);
      create index attempts_made_at_idx on attempts (made_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attempts');
  }
}
