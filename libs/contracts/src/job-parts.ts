import type { JobCard } from './cards';

/**
 * Inventory sets one part of a job here (PUT a `JobPart`, returns a `JobPartSet`). The only internal call
 * that writes.
 */
export const JOB_PARTS = '/internal/job-parts';

/** A quantity of 0 removes the part. */
export type JobPart = Pick<JobCard, 'job_id'> & JobCard['required_parts'][number];

export interface JobPartSet {
  readonly card: JobCard;
  /** Whether the job took none of the item from the location before. */
  readonly is_new: boolean;
}
