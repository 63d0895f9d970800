import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the sole gateway holds locked for as long as it lives. A view, because it stores nothing: the
 * lock of a table would keep vacuum from it, and with that in the end from the whole database.
 */
export class CreateSoleGateway1764310000000 implements MigrationInterface {
  readonly name = 'CreateSoleGateway1764310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create view sole_gateway as select 1 as gateways');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sole_gateway');
  }
}
