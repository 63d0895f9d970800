import {
  requirePrecondition,
  type Caller,
  type JobStatus,
  type Precondition,
} from '@svc/contracts';
import { moveJob } from '../domain/job';
import { statusMoved } from '../domain/job-events';
import type { Dependencies } from './dependencies';
import type { JobChange } from './job-change';

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
      statusMoved,
    );
