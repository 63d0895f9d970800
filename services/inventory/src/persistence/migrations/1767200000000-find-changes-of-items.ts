import { buildIndex } from '@svc/database';
import { createRecordHistorySql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An item's movements since a time, and its changes in their order, by their indexes alone. */
export class FindChangesOfItems1767200000000 implements MigrationInterface {
  readonly name = 'FindChangesOfItems1767200000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'transactions_by_time',
      on: 'transactions (company_id, item_id, created_at, number)',
    });
    await runner.query(createRecordHistorySql('items'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_by_time');
  }
}
