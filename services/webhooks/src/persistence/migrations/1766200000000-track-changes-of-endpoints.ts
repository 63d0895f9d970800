import {
  createChangesSql,
  dropChangesSql,
  trackChangesSql,
  untrackChangesSql,
  type TrackedTable,
} from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES: readonly TrackedTable[] = [{ table: 'endpoints', of: ['company_id', 'key_id'] }];

/** The list of a key's subscriptions in the order of their changes. */
export class TrackChangesOfEndpoints1766200000000 implements MigrationInterface {
  readonly name = 'TrackChangesOfEndpoints1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    for (const table of TABLES) await runner.query(trackChangesSql(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(untrackChangesSql(table));
    await runner.query(dropChangesSql);
  }
}
