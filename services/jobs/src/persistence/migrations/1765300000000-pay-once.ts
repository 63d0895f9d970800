import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells a payment that is sent again from a second one. */
export class PayOnce1765300000000 implements MigrationInterface {
  readonly name = 'PayOnce1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table invoice_payments add column idempotency_key text;
      create unique index invoice_payments_idempotency_key on invoice_payments
        (company_id, invoice_id, idempotency_key) where idempotency_key is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invoice_payments drop column idempotency_key');
  }
}
