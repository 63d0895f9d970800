import {
  createChangesSql,
  dropChangesSql,
  trackChangesSql,
  untrackChangesSql,
  type TrackedTable,
} from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES: readonly TrackedTable[] = [
  { table: 'items', of: ['company_id'] },
  { table: 'locations', of: ['company_id'] },
  { table: 'transactions', of: ['company_id', 'item_id'], key: 'number' },
];

/** The lists of items, locations and transactions in the order of their changes. */
export class TrackChangesOfInventory1766200000000 implements MigrationInterface {
  readonly name = 'TrackChangesOfInventory1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    for (const table of TABLES) await runner.query(trackChangesSql(table));
    await runner.query('create index items_by_update on items (company_id, updated_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index items_by_update');
    for (const table of TABLES) await runner.query(untrackChangesSql(table));
    await runner.query(dropChangesSql);
  }
}
