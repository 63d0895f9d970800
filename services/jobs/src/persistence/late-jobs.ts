import { createDeletion, createRun, statement } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Job } from '../records/job';
import { IS_OPEN } from './jobs-during';

export type OverdueJob = Pick<Job, 'id' | 'companyId' | 'version' | 'jobTitle'> & {
  readonly scheduledEnd: Date;
};

interface Window {
  readonly since: Date;
  readonly at: Date;
  readonly limit: number;
}

// Replicas that look at the same time record each job once.
const RECORD = statement<Window, OverdueJob>()(
  'note_late_jobs',
  `with late as (
     select company_id, id, version, title, scheduled_end from jobs job
     where scheduled_end > :since and scheduled_end <= :at and deleted_at is null and ${IS_OPEN}
       and not exists (
         select from late_jobs where late_jobs.company_id = job.company_id and job_id = job.id)
     order by scheduled_end limit :limit),
   noted as (
     insert into late_jobs (company_id, job_id, found_at) select company_id, id, :at from late
     on conflict do nothing returning company_id, job_id)
   select id, late.company_id as "companyId", version, title as "jobTitle",
     scheduled_end as "scheduledEnd"
   from late join noted on noted.company_id = late.company_id and job_id = id`,
);

export const deleteOldLateJobs = createDeletion({
  table: 'late_jobs',
  key: 'company_id, job_id',
  keptFor: { found_at: '90 days' },
});

export const createLateJobs = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    /** Records open jobs of all companies whose end passed since then, and returns each job once. */
    record: (window: Window): Promise<OverdueJob[]> => run(RECORD, window),
  };
};
