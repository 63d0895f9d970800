import type { Caller } from '@svc/contracts';
import { restoreRecord } from '@svc/kernel';
import type { Job } from '../domain/job';
import { jobRestored } from '../domain/job-events';
import type { Dependencies } from './dependencies';

/** Brings a deleted job back as it was, unless another one has its external id by now. */
export const restoreJob =
  ({ externalIds, changeJob, now }: Dependencies) =>
  async (jobId: number, caller: Caller): Promise<Job> => {
    const which = { companyId: caller.companyId, id: jobId, evenDeleted: true };
    const { after } = await externalIds.claim(() =>
      changeJob(which, (before) => {
        const job = restoreRecord(before, now());
        return { before, after: job, events: jobRestored(job, caller), author: caller };
      }),
    );
    return after;
  };
