import {
  createChangesSql,
  dropChangesSql,
  trackChangesSql,
  untrackChangesSql,
  type TrackedTable,
} from '@svc/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const JOBS: TrackedTable = { table: 'jobs', of: ['company_id'] };

/** The list of jobs in the order of their changes. A change of links raises the job's version, and so is one. */
export class TrackChangesOfJobs1766200000000 implements MigrationInterface {
  readonly name = 'TrackChangesOfJobs1766200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createChangesSql);
    await runner.query(trackChangesSql(JOBS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(untrackChangesSql(JOBS));
    await runner.query(dropChangesSql);
  }
}
