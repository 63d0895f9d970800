import type { FieldError, JobStatus } from '@svc/contracts';
import { pickGivenFields, requireMove, toNextVersion } from '@svc/kernel';
import type { Job, JobDetails } from '../records/job';
import { changeLinks } from './job-links';
import { jobStatuses } from './job-status';

/** The most skills, and the most parts, that a job may require. */
export const MAX_REQUIREMENTS = 200;

export type JobDraft = Omit<Job, 'id'>;

export type NewJob = JobDetails &
  Pick<Job, 'companyId'> &
  Partial<Pick<Job, 'requiredSkills' | 'requiredParts' | 'meterId'>>;

export const createJobDraft = (
  { assetIds, assetRelationshipType, ...details }: NewJob,
  at: Date,
): JobDraft => ({
  version: 1,
  jobStatus: 'Pending',
  actualStart: null,
  actualEnd: null,
  requiredSkills: [],
  requiredParts: [],
  links: changeLinks([], { assetIds, assetRelationshipType }, at),
  meterId: null,
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
  ...pickGivenFields(details),
});

/** @throws invalid_status_transition */
export function moveJob(job: Job, to: JobStatus, at: Date): Job {
  requireMove(jobStatuses, job.jobStatus, to);
  return toNextVersion<Job>(
    {
      ...job,
      jobStatus: to,
      actualStart: to === 'In Progress' ? (job.actualStart ?? at) : job.actualStart,
      actualEnd: to === 'Completed' ? at : job.actualEnd,
    },
    at,
  );
}

type Schedule = Pick<Job, 'scheduledStart' | 'scheduledEnd'>;

export function findScheduleProblems({ scheduledStart, scheduledEnd }: Schedule): FieldError[] {
  if (!scheduledStart || !scheduledEnd || scheduledEnd >= scheduledStart) return [];
  const message = 'scheduled_end must not be before scheduled_start.';
  return [{ field: 'scheduled_end', message }];
}
