import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells a movement that is sent again from a second one, and which person made it. */
export class MoveOnce1765600000000 implements MigrationInterface {
  readonly name = 'MoveOnce1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transactions add column idempotency_key text, add column person_id bigint;
      create unique index transactions_idempotency_key on transactions
        (company_id, item_id, idempotency_key) where idempotency_key is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table transactions drop column idempotency_key, drop column person_id',
    );
  }
}
