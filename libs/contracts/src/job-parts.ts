import type { JobSummary } from './summaries';

/** Inventory sets a part of a job here: PUT a `JobPart`, returns a `JobPartSet`. */
export const JOB_PARTS = '/internal/job-parts';

/** A quantity of 0 removes the part. */
export type JobPart = Pick<JobSummary, 'job_id'> & JobSummary['required_parts'][number];

export interface JobPartSet {
  readonly card: JobSummary;
  /** Whether the job had no such part before. */
  readonly is_new: boolean;
}
