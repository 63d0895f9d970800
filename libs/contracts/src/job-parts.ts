import type { JobCard } from './cards';

/**
 * The internal call by which inventory sets one part of a job (PUT, with a `JobPart`, answered with a
 * `JobPartSet`): the job is changed as by any update. The only internal call that writes.
 */
export const JOB_PARTS = '/internal/job-parts';

/** How much of an item a job is to take from a location; a quantity of 0 is no part any more. */
export type JobPart = Pick<JobCard, 'job_id'> & JobCard['required_parts'][number];

export interface JobPartSet {
  /** The job afterwards, as its events have it. */
  readonly card: JobCard;
  /** Whether it took none of the item from the location before. */
  readonly is_new: boolean;
}
