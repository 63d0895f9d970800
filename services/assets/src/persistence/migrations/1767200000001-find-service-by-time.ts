import { buildIndex } from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The service of an asset that was recorded since a time. */
export class FindServiceByTime1767200000001 implements MigrationInterface {
  readonly name = 'FindServiceByTime1767200000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'service_records_by_time',
      on: 'service_records (company_id, asset_id, created_at, id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index service_records_by_time');
  }
}
