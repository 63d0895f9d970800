import { createRecordChangesSql, createRecordHistorySql, dropRecordHistorySql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every change of an item's own fields; the movements of its stock are in the ledger. */
export class KeepHistoryOfItems1766510000000 implements MigrationInterface {
  readonly name = 'KeepHistoryOfItems1766510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createRecordChangesSql);
    await runner.query(createRecordHistorySql('items'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRecordHistorySql);
  }
}
