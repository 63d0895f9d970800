import {
  createChangesSql,
  dropChangesSql,
  trackChangesSql,
  untrackChangesSql,
  type TrackedTable,
} from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES: readonly TrackedTable[] = [
  { table: 'assets', of: ['company_id'] },
  { table: 'service_records', of: ['company_id', 'asset_id'] },
];

/** The lists of assets and of their service in the order of their changes. */
export class TrackChangesOfAssets1766200000000 implements MigrationInterface {
  readonly name = 'TrackChangesOfAssets1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    for (const table of TABLES) await runner.query(trackChangesSql(table));
    await runner.query(
      'create index assets_by_update on assets (company_id, updated_at, id) where deleted_at is null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index assets_by_update');
    for (const table of TABLES) await runner.query(untrackChangesSql(table));
    await runner.query(dropChangesSql);
  }
}
