import type { JobCard } from './cards';

/** Inventory sets a part of a job here: PUT a `JobPart`, returns a `JobPartSet`. */
export const JOB_PARTS = '/internal/job-parts';

/** A quantity of 0 removes the part. */
export type JobPart = Pick<JobCard, 'job_id'> & JobCard['required_parts'][number];

export interface JobPartSet {
  readonly card: JobCard;
  /** Whether the job had no such part before. */
  readonly is_new: boolean;
}
