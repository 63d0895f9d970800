import type { Caller } from '@svc/contracts';
import { editJob } from '../domain/job';
import { jobUpdated } from '../domain/job-events';
import { partsWith } from '../domain/required-parts';
import type { RequiredPart } from '../records/job';
import type { Dependencies } from './dependencies';
import type { JobChange } from './job-change';

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
      jobUpdated,
    );
