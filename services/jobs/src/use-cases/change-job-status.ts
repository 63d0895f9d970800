import type { Caller } from '@svc/contracts';
import { moveJob, type Job } from '../domain/job';
import { statusMoved } from '../domain/job-events';
import type { JobStatus } from '../domain/job-status';
import type { Dependencies } from './dependencies';

export interface ChangeJobStatus {
  readonly caller: Caller;
  readonly jobId: number;
  readonly to: JobStatus;
}

export const changeJobStatus =
  ({ transact, now }: Dependencies) =>
  ({ caller, jobId, to }: ChangeJobStatus): Promise<{ before: Job; after: Job }> =>
    transact(async ({ jobs, outbox }) => {
      const before = await jobs.lock(caller.companyId, jobId);
      const after = moveJob(before, to, now());
      await jobs.save(before, after);
      await outbox.append(statusMoved(before, after, caller));
      return { before, after };
    });
