import {
  requirePrecondition,
  type Caller,
  type JobStatus,
  type Precondition,
} from '@svc/contracts';
import { moveJob } from '../domain/job';
import type { JobChange } from '../domain/job-change';
import { announceStatusMove } from '../domain/job-events';
import type { Dependencies } from './dependencies';

export const changeJobStatus =
  ({ changeJob, now }: Dependencies) =>
  (caller: Caller, id: number, to: JobStatus, precondition?: Precondition): Promise<JobChange> =>
    changeJob(
      caller,
      { companyId: caller.companyId, id },
      (before) => {
        requirePrecondition(before, precondition);
        return moveJob(before, to, now());
      },
      announceStatusMove,
    );
