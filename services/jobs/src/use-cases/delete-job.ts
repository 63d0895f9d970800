import type { Caller } from '@svc/contracts';
import { deleteRecord } from '@svc/kernel';
import type { Job } from '../domain/job';
import { jobDeleted } from '../domain/job-events';
import type { Dependencies } from './dependencies';

/** Takes a job out of every API answer until it is restored. */
export const deleteJob =
  ({ changeJob, now }: Dependencies) =>
  async (jobId: number, caller: Caller): Promise<Job> => {
    const which = { companyId: caller.companyId, id: jobId, evenDeleted: true };
    const { after } = await changeJob(which, (before) => {
      const job = deleteRecord(before, now());
      return { before, after: job, events: jobDeleted(job, caller), author: caller };
    });
    return after;
  };
