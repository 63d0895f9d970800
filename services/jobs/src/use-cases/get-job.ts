import type { JobDetails } from '../persistence/job-reads';
import type { Dependencies } from './dependencies';

export const getJob =
  ({ jobs }: Dependencies) =>
  (companyId: number, jobId: number): Promise<JobDetails> =>
    jobs.find(companyId, jobId);

/** Those of these jobs that the company has, in any order. */
export const getJobs =
  ({ jobs }: Dependencies) =>
  (companyId: number, jobIds: readonly number[]): Promise<JobDetails[]> =>
    jobs.findSome(companyId, jobIds);
