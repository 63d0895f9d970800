import {
  requirePrecondition,
  requireVersion,
  throwIfInvalid,
  type Caller,
  type FieldError,
  type Precondition,
} from '@svc/contracts';
import { pickGivenFields } from '@svc/kernel';
import { findScheduleProblems } from '../domain/job';
import {
  selectLinkable,
  findReferenceProblems,
  type References,
  type JobReferenceIds,
} from '../domain/references';
import type { Job, JobPatch } from '../records/job';
import type { Dependencies } from './dependencies';
import { announceEdit, editJob } from './edit-job';

export interface ExpectedState {
  readonly precondition?: Precondition | undefined;
  readonly version?: number | undefined;
  /** Clients may send back a whole record, so the status may be repeated. */
  readonly jobStatus?: string | undefined;
}

export const updateJob =
  ({ findReferences, externalIds, changeJob, now }: Dependencies) =>
  async (
    caller: Caller,
    id: number,
    patch: JobPatch,
    { precondition, version, jobStatus }: ExpectedState = {},
  ): Promise<Job> => {
    const found = await findReferences(patch, caller);
    const decide = (before: Job): Job => {
      requirePrecondition(before, precondition);
      requireVersion('job', before, version);
      return checkAndEditJob(before, patch, {
        found,
        problems: findStatusProblems(before, jobStatus),
        at: now(),
      });
    };
    const selector = { companyId: caller.companyId, id };
    const { after } = await externalIds.rejectDuplicates(() =>
      changeJob(caller, selector, decide, announceEdit),
    );
    return after;
  };

interface Edit {
  readonly found: References;
  readonly problems?: readonly FieldError[];
  readonly at: Date;
}

export function checkAndEditJob(
  before: Job,
  patch: JobPatch,
  { found, problems = [], at }: Edit,
): Job {
  throwIfInvalid([
    ...problems,
    ...findReferenceProblems(selectChangedReferences(before, patch), found),
    ...findScheduleProblems({ ...before, ...pickGivenFields(patch) }),
  ]);
  return editJob(before, { ...patch, assetIds: selectLinkable(patch, found) }, at);
}

/** A job may keep a technician who has become inactive, so unchanged references are not checked. */
const selectChangedReferences = (
  job: Job,
  { customerLocationId, assignedTechnicianId }: JobPatch,
): JobReferenceIds => ({
  customerLocationId:
    customerLocationId === job.customerLocationId ? undefined : customerLocationId,
  assignedTechnicianId:
    assignedTechnicianId === job.assignedTechnicianId ? undefined : assignedTechnicianId,
});

function findStatusProblems({ jobStatus }: Job, stated: string | undefined): FieldError[] {
  if (stated === undefined || stated === jobStatus) return [];
  const message = `job_status is ${jobStatus} and cannot be changed here; send PATCH with job_status to move the job.`;
  return [{ field: 'job_status', message }];
}
