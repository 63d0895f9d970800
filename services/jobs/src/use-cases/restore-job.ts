import type { Caller } from '@svc/contracts';
import { restoreJob as restored, type Job } from '../domain/job';
import { jobRestored } from '../domain/job-events';
import type { Dependencies } from './dependencies';

/** Brings a deleted job back as it was. */
export const restoreJob =
  ({ changeJob, now }: Dependencies) =>
  async (jobId: number, caller: Caller): Promise<Job> => {
    const which = { companyId: caller.companyId, id: jobId, evenDeleted: true };
    const { after } = await changeJob(which, (before) => {
      const job = restored(before, now());
      return { before, after: job, events: jobRestored(job, caller), author: caller };
    });
    return after;
  };
