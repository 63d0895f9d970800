import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row, since a gateway has answered for the first time whether all that it committed is announced. */
export class KnowThatGatewaysAnswer1768900000000 implements MigrationInterface {
  readonly name = 'KnowThatGatewaysAnswer1768900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table gateway_answers (
         is_only boolean primary key default true check (is_only),
         first_at timestamptz not null default now())`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table gateway_answers');
  }
}
