import { createRecordChangesSql, createRecordHistorySql, dropRecordHistorySql } from '@svc/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every change of an asset; its meters, service and transfers have records of their own. */
export class KeepHistoryOfAssets1767200000000 implements MigrationInterface {
  readonly name = 'KeepHistoryOfAssets1767200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createRecordChangesSql);
    await runner.query(createRecordHistorySql('assets'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRecordHistorySql);
  }
}
