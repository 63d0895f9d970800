import type { Caller } from '@svc/contracts';
import { restoreJob as restored, type Job } from '../domain/job';
import { jobRestored } from '../domain/job-events';
import type { Dependencies } from './dependencies';

/** Brings a deleted job back as it was. */
export const restoreJob =
  ({ transact, now }: Dependencies) =>
  (jobId: number, caller: Caller): Promise<Job> =>
    transact(async ({ jobs, outbox }) => {
      const before = await jobs.lockEvenDeleted(caller.companyId, jobId);
      const after = restored(before, now());
      if (after === before) return before;
      await jobs.save(before, after);
      await outbox.append([jobRestored(after, caller)]);
      return after;
    });
