import type { Caller } from '@svc/contracts';
import { toFormerValues } from '@svc/kernel';
import { applyChanges, findChanges, toHistoryFields } from '@svc/records';
import type { AnnounceChange, JobChange } from '../domain/job-change';
import { announceJobUpdate } from '../domain/job-events';
import { changeLinks } from '../domain/job-links';
import { job as jobRecord, type Job, type JobPatch, type RequiredPart } from '../records/job';
import { setPart } from '../domain/required-parts';
import type { Dependencies } from './dependencies';

/** Returns `before` itself if nothing differs. */
export function editJob(
  job: Job,
  { assetIds, assetRelationshipType, ...changes }: JobPatch,
  at: Date,
): Job {
  const links = changeLinks(job.links, { assetIds, assetRelationshipType }, at);
  return applyChanges(jobRecord, job, { ...changes, links }, at);
}

const SHOWN = toHistoryFields(jobRecord);

/** The event holds the former values, by their names in the API. */
export const announceEdit: AnnounceChange = (before, after, author) =>
  announceJobUpdate(
    before,
    after,
    author,
    toFormerValues(findChanges(jobRecord, before, after), SHOWN, author.zone),
  );

/**
 * Sets one required part, even while other changes of the job are made. A quantity of 0 removes the part.
 */
export const setRequiredPart =
  ({ changeJob, now }: Dependencies) =>
  (caller: Caller, id: number, part: RequiredPart): Promise<JobChange> =>
    changeJob(
      caller,
      { companyId: caller.companyId, id },
      (before) => editJob(before, { requiredParts: setPart(before, part) }, now()),
      announceEdit,
    );
