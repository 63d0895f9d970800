import {
  refuseInvalid,
  requirePrecondition,
  requireVersion,
  type Caller,
  type FieldError,
  type Precondition,
} from '@svc/contracts';
import { editJob, merged, scheduleProblems, type Job, type JobChanges } from '../domain/job';
import { jobUpdated } from '../domain/job-events';
import type { LinkChanges } from '../domain/job-links';
import { linkable, referenceProblems, type References, type Wanted } from '../domain/references';
import type { JobChange } from '../persistence/job-changes';
import type { Dependencies } from './dependencies';

export interface UpdateJob {
  readonly caller: Caller;
  readonly jobId: number;
  readonly changes: JobChanges;
  readonly assets: LinkChanges;
  readonly precondition?: Precondition | undefined;
  readonly expectedVersion?: number | undefined;
  /** The status in the body: a client may send back a whole record as it was read. */
  readonly statedStatus?: string | undefined;
}

export const updateJob =
  ({ findReferences, externalIds, changeJob, now }: Dependencies) =>
  async ({
    caller,
    jobId,
    precondition,
    expectedVersion,
    statedStatus,
    ...edit
  }: UpdateJob): Promise<Job> => {
    const found = await findReferences(wantedBy(edit), caller);
    const { after } = await externalIds.claim(() =>
      changeJob({ companyId: caller.companyId, id: jobId }, (before) => {
        requirePrecondition(before, precondition);
        requireVersion('job', before, expectedVersion);
        const problems = statusProblems(before, statedStatus);
        return editOf(before, { caller, found, problems, at: now(), ...edit });
      }),
    );
    return after;
  };

type Edit = Pick<UpdateJob, 'changes' | 'assets'>;

export const wantedBy = ({ changes, assets }: Edit): Wanted => ({
  locationId: changes.locationId,
  technicianId: changes.technicianId,
  assetIds: assets.assetIds,
});

interface CheckedEdit extends Edit {
  readonly caller: Caller;
  readonly found: References;
  /** What else is wrong with the request. */
  readonly problems?: readonly FieldError[];
  readonly at: Date;
}

/** What an edit makes of a job, and what it announces. */
export function editOf(
  before: Job,
  { changes, assets, caller, found, problems = [], at }: CheckedEdit,
): JobChange {
  refuseInvalid([
    ...problems,
    ...referenceProblems(newReferences(before, changes), found),
    ...scheduleProblems(merged(before, changes)),
  ]);
  const links = { ...assets, assetIds: linkable(assets.assetIds, found) };
  const after = editJob(before, changes, links, at);
  return { before, after, events: jobUpdated(before, after, caller), author: caller };
}

/** Only references that are new to the job: it may keep a technician who has become inactive. */
const newReferences = (job: Job, { locationId, technicianId }: JobChanges): Wanted => ({
  locationId: locationId === job.locationId ? undefined : locationId,
  technicianId: technicianId === job.technicianId ? undefined : technicianId,
});

function statusProblems({ status }: Job, stated: string | undefined): FieldError[] {
  if (stated === undefined || stated === status) return [];
  const message = `job_status is ${status} and cannot be changed here; send PATCH with job_status to move the job.`;
  return [{ field: 'job_status', message }];
}
