import { createRun, statement, type NoValues } from '@svc/database';
import type { DataSource } from 'typeorm';

const BY_STATUS = statement<NoValues, { status: string; jobs: number }>()(
  'jobs_by_status',
  'select status, sum(jobs)::bigint as jobs from job_counts group by status',
);

export const countByStatusIn = (db: DataSource) => () => createRun(db)(BY_STATUS);
