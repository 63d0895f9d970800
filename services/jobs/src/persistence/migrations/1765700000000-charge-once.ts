import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells an invoice that is sent again from a second one. */
export class ChargeOnce1765700000000 implements MigrationInterface {
  readonly name = 'ChargeOnce1765700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table invoices add column idempotency_key text;
      create unique index invoices_idempotency_key on invoices (company_id, idempotency_key)
        where idempotency_key is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invoices drop column idempotency_key');
  }
}
