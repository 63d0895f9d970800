import { refuseInvalid } from '@svc/contracts';
import { formerValues } from '@svc/kernel';
import { applyChanges, findChanges, shownInHistory } from '@svc/records';
import { scheduleProblems } from '../domain/job';
import type { AnnounceChange } from '../domain/job-change';
import { jobUpdated } from '../domain/job-events';
import { changeLinks } from '../domain/job-links';
import { job as jobRecord, type Job, type JobPatch } from '../records/job';

/** The job after a change, or the very same job when the change makes no difference. */
export function editJob(
  job: Job,
  { assetIds, assetRelationshipType, ...changes }: JobPatch,
  at: Date,
): Job {
  const links = changeLinks(job.links, { assetIds, assetRelationshipType }, at);
  const edited = applyChanges(jobRecord, job, { ...changes, links }, at);
  refuseInvalid(scheduleProblems(edited));
  return edited;
}

const SHOWN = shownInHistory(jobRecord);

/** Says what the changed fields were before, by their names in the API. */
export const announceEdit: AnnounceChange = (before, after, author) =>
  jobUpdated(
    before,
    after,
    author,
    formerValues(findChanges(jobRecord, before, after), SHOWN, author.zone),
  );
