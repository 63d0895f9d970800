import {
  createChangesSql,
  dropChangesSql,
  trackChangesSql,
  untrackChangesSql,
  type TrackedTable,
} from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES: readonly TrackedTable[] = [{ table: 'technicians', of: ['company_id'] }];

/** The list of technicians in the order of their changes; those of skills and shifts raise its version. */
export class TrackChangesOfTechnicians1766200000000 implements MigrationInterface {
  readonly name = 'TrackChangesOfTechnicians1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    for (const table of TABLES) await runner.query(trackChangesSql(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(untrackChangesSql(table));
    await runner.query(dropChangesSql);
  }
}
