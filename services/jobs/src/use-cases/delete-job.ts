import type { Caller } from '@svc/contracts';
import { deleteJob as deleted, type Job } from '../domain/job';
import { jobDeleted } from '../domain/job-events';
import type { Dependencies } from './dependencies';

/** Takes a job out of every API answer until it is restored. */
export const deleteJob =
  ({ transact, now }: Dependencies) =>
  (jobId: number, caller: Caller): Promise<Job> =>
    transact(async ({ jobs, outbox }) => {
      const before = await jobs.lockEvenDeleted(caller.companyId, jobId);
      const after = deleted(before, now());
      if (after === before) return before;
      await jobs.save(before, after);
      await outbox.append([jobDeleted(after, caller)]);
      return after;
    });
