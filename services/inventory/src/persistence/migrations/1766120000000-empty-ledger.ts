import { IS_EMPTYING } from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger, of which nothing is ever changed, may be deleted with the sandbox that it is of. */
export class EmptyLedger1766120000000 implements MigrationInterface {
  readonly name = 'EmptyLedger1766120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and ${IS_EMPTYING} then return null; end if;
        raise exception 'The ledger is append-only: % of transactions is refused.', lower(tg_op);
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The ledger is append-only: % of transactions is refused.', lower(tg_op);
      end $$;
    `);
  }
}
