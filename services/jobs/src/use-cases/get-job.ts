import type { JobDetails } from '../persistence/job-reads';
import type { Dependencies } from './dependencies';

export const getJob =
  ({ jobs }: Dependencies) =>
  (companyId: number, jobId: number): Promise<JobDetails> =>
    jobs.find(companyId, jobId);

/** The newest job, as an example of one. */
export const getLatestJob =
  ({ jobs }: Dependencies) =>
  (companyId: number): Promise<JobDetails> =>
    jobs.findLatest(companyId);
