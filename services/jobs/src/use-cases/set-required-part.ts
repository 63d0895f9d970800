import type { Caller } from '@svc/contracts';
import { editJob, type RequiredPart } from '../domain/job';
import { jobUpdated } from '../domain/job-events';
import { partsWith } from '../domain/required-parts';
import type { JobChange } from '../persistence/job-changes';
import type { Dependencies } from './dependencies';

export interface SetRequiredPart {
  readonly caller: Caller;
  readonly jobId: number;
  /** A quantity of 0 is no part any more. */
  readonly part: RequiredPart;
}

/** Sets one part of what a job requires, whatever else changes the job at the same time. */
export const setRequiredPart =
  ({ changeJob, now }: Dependencies) =>
  ({ caller, jobId, part }: SetRequiredPart): Promise<JobChange> =>
    changeJob({ companyId: caller.companyId, id: jobId }, (before) => {
      const after = editJob(before, { requiredParts: partsWith(before, part) }, {}, now());
      return { before, after, events: jobUpdated(before, after, caller), author: caller };
    });
