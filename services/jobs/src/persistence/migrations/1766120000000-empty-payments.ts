import { IS_EMPTYING } from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments, of which nothing is ever changed, may be deleted with the sandbox that they are of. */
export class EmptyPayments1766120000000 implements MigrationInterface {
  readonly name = 'EmptyPayments1766120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function refuse_payment_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and ${IS_EMPTYING} then return null; end if;
        raise exception 'Payments are append-only: % is refused.', lower(tg_op);
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function refuse_payment_change() returns trigger language plpgsql as $$
      begin
        raise exception 'Payments are append-only: % is refused.', lower(tg_op);
      end $$;
    `);
  }
}
