import type { JobDetails } from '../persistence/job-reads';
import type { Dependencies } from './dependencies';

export const getJob =
  ({ jobs }: Dependencies) =>
  (companyId: number, jobId: number): Promise<JobDetails> =>
    jobs.find(companyId, jobId);
