import { refuseInvalid, type Caller, type JobStatus, type Outcome } from '@svc/contracts';
import { movesBetween } from '@svc/kernel';
import {
  DEFAULT_PRIORITY,
  newJob,
  scheduleProblems,
  type Job,
  type JobChanges,
  type NewJob,
} from '../domain/job';
import { jobCreated } from '../domain/job-events';
import type { LinkChanges } from '../domain/job-links';
import { jobStatuses } from '../domain/job-status';
import { linkable, referenceProblems, type References } from '../domain/references';
import type { CreatedJob } from '../persistence/job-creations';
import type { UnitOfWork } from '../persistence/transaction';
import { changeJobStatus } from './change-job-status';
import type { Dependencies } from './dependencies';
import { editOf, wantedBy } from './update-job';

/** A job of the operator's manifest, identified by its title; absent fields stay as they are. */
export interface ApplyJob {
  readonly caller: Caller;
  readonly changes: JobChanges & Pick<NewJob, 'title' | 'description' | 'locationId'>;
  readonly assets: LinkChanges;
  readonly status?: JobStatus | undefined;
}

export interface AppliedJob {
  readonly job: Job;
  readonly outcome: Outcome;
}

/** A job of the manifest, with what was looked up before the transaction opens. */
interface Prepared {
  readonly wanted: ApplyJob;
  readonly found: References;
  readonly id: number;
}

/**
 * Looks up what a job of the manifest refers to, and reserves its id.
 *
 * The id is reserved before the transaction, even if it may not be needed. Within a transaction it would
 * take a second connection, and where all connections are held by such transactions, they wait for ever.
 */
export const prepareJob =
  ({ findReferences, nextJobId }: Dependencies) =>
  async (wanted: ApplyJob): Promise<Prepared> => {
    const [id, found] = await Promise.all([
      nextJobId(),
      findReferences(wantedBy(wanted), wanted.caller),
    ]);
    return { wanted, found, id };
  };

/** The new job of an entry of the manifest, or a refusal. */
export function createdOf({ wanted, found, id }: Prepared, at: Date): CreatedJob {
  const { caller, changes, assets } = wanted;
  const content = completed(changes);
  refuseInvalid([...referenceProblems(wantedBy(wanted), found), ...scheduleProblems(content)]);
  const links = { ...assets, assetIds: linkable(assets.assetIds, found) };
  const { companyId } = caller;
  const job = newJob({ ...content, companyId, id, assets: links }, at);
  return { job, created: jobCreated(job, caller), author: caller };
}

/**
 * Brings an applied job to the status that the manifest gives it. Each move is a change of its own, with its
 * own event, as if it had been requested alone.
 */
export const moveToStatus = (dependencies: Dependencies) => {
  const move = changeJobStatus(dependencies);
  return async (
    { caller, status }: Pick<ApplyJob, 'caller' | 'status'>,
    { job, outcome }: AppliedJob,
  ): Promise<AppliedJob> => {
    const moves = movesBetween(jobStatuses, job.status, status ?? job.status);
    for (const to of moves) await move({ caller, jobId: job.id, to });
    return { job, outcome: outcome === 'unchanged' && moves.length > 0 ? 'changed' : outcome };
  };
};

/** Creates a job of the manifest or updates the one of its title, and brings it to its status. */
export const applyJob = (dependencies: Dependencies) => {
  const { transact, now } = dependencies;
  const prepare = prepareJob(dependencies);
  const moved = moveToStatus(dependencies);

  async function upsert({ jobs }: UnitOfWork, prepared: Prepared): Promise<AppliedJob> {
    const { caller, changes, assets, status } = prepared.wanted;
    const before = await jobs.lockByTitle(caller.companyId, changes.title);
    if (before) {
      // Refused before anything is written.
      movesBetween(jobStatuses, before.status, status ?? before.status);
      const { found } = prepared;
      const change = editOf(before, { changes, assets, caller, found, at: now() });
      if (change.after === before) return { job: before, outcome: 'unchanged' };
      await jobs.write(change);
      return { job: change.after, outcome: 'changed' };
    }
    const created = createdOf(prepared, now());
    await jobs.addAll([created]);
    return { job: created.job, outcome: 'created' };
  }

  return async (wanted: ApplyJob): Promise<AppliedJob> => {
    const prepared = await prepare(wanted);
    return moved(wanted, await transact((unit) => upsert(unit, prepared)));
  };
};

/** The content of a new job, with defaults for the fields that are not required. */
const completed = (changes: ApplyJob['changes']): Omit<NewJob, 'companyId' | 'id' | 'assets'> => ({
  title: changes.title,
  description: changes.description,
  locationId: changes.locationId,
  priority: changes.priority ?? DEFAULT_PRIORITY,
  technicianId: changes.technicianId ?? null,
  scheduledStart: changes.scheduledStart ?? null,
  scheduledEnd: changes.scheduledEnd ?? null,
  requiredSkills: changes.requiredSkills ?? [],
  requiredParts: changes.requiredParts ?? [],
});
