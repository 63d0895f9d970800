import type { Caller } from '@svc/contracts';
import type { JobChange } from '../domain/job-change';
import { partsWith } from '../domain/required-parts';
import type { RequiredPart } from '../records/job';
import type { Dependencies } from './dependencies';
import { announceEdit, editJob } from './edit-job';

/**
 * Sets one part of what a job requires, whatever else changes the job at the same time. A quantity of 0 takes
 * the part away.
 */
export const setRequiredPart =
  ({ changeJob, now }: Dependencies) =>
  (caller: Caller, id: number, part: RequiredPart): Promise<JobChange> =>
    changeJob(
      caller,
      { companyId: caller.companyId, id },
      (before) => editJob(before, { requiredParts: partsWith(before, part) }, now()),
      announceEdit,
    );
