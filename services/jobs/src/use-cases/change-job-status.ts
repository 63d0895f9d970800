import {
  requirePrecondition,
  type Caller,
  type JobStatus,
  type Precondition,
} from '@svc/contracts';
import { moveJob } from '../domain/job';
import { statusMoved } from '../domain/job-events';
import type { JobChange } from '../persistence/job-changes';
import type { Dependencies } from './dependencies';

export interface ChangeJobStatus {
  readonly caller: Caller;
  readonly jobId: number;
  readonly to: JobStatus;
  readonly precondition?: Precondition | undefined;
}

export const changeJobStatus =
  ({ changeJob, now }: Dependencies) =>
  ({ caller, jobId, to, precondition }: ChangeJobStatus): Promise<JobChange> =>
    changeJob({ companyId: caller.companyId, id: jobId }, (before) => {
      requirePrecondition(before, precondition);
      const after = moveJob(before, to, now());
      return { before, after, events: statusMoved(before, after, caller), author: caller };
    });
