import { requireVersion, type Caller, type DomainEvent } from '@svc/contracts';
import { findChanges } from '@svc/records';
import { moveJob } from '../domain/job';
import { announceStatusMove } from '../domain/job-events';
import { job as jobRecord, type Job, type JobPatch } from '../records/job';
import type { Dependencies } from './dependencies';
import { announceEdit } from './edit-job';
import { checkAndEditJob } from './update-job';

export interface Reschedule extends Pick<
  JobPatch,
  'assignedTechnicianId' | 'scheduledStart' | 'scheduledEnd'
> {
  readonly jobStatus?: 'Pending' | 'Assigned' | undefined;
}

/**
 * Changes technician, times and status as one version, so that none of them is changed alone.
 *
 * @throws invalid_status_transition
 */
export const rescheduleJob =
  ({ findReferences, changeJob, now }: Dependencies) =>
  async (
    caller: Caller,
    id: number,
    { jobStatus, ...patch }: Reschedule,
    version?: number,
  ): Promise<void> => {
    const found = await findReferences(patch, caller);
    const decide = (before: Job): Job => {
      requireVersion('job', before, version);
      const edited = checkAndEditJob(before, patch, { found, at: now() });
      return jobStatus === undefined || jobStatus === before.jobStatus
        ? edited
        : moveJob({ ...edited, version: before.version }, jobStatus, now());
    };
    await changeJob(caller, { companyId: caller.companyId, id }, decide, announceReschedule);
  };

/** All events hold the final record, because they share its version. */
function announceReschedule(before: Job, after: Job, author: Caller): readonly DomainEvent[] {
  const moved = { ...before, jobStatus: after.jobStatus };
  const edit =
    findChanges(jobRecord, moved, after).length > 0 ? announceEdit(moved, after, author) : [];
  const move =
    moved.jobStatus === before.jobStatus ? [] : announceStatusMove(before, after, author);
  return [...edit, ...move];
}
