import { refuseInvalid, type Caller, type Outcome } from '@svc/contracts';
import {
  DEFAULT_PRIORITY,
  movesTo,
  newJob,
  scheduleProblems,
  type Job,
  type JobChanges,
  type NewJob,
} from '../domain/job';
import { jobCreated } from '../domain/job-events';
import type { LinkChanges } from '../domain/job-links';
import type { JobStatus } from '../domain/job-status';
import { linkable, referenceProblems, type References } from '../domain/references';
import type { Unit } from '../persistence/transaction';
import { changeJobStatus } from './change-job-status';
import type { Dependencies } from './dependencies';
import { editOf, wantedBy } from './update-job';

/** A job that is to be there, known by its title; what is absent is left as it is. */
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

/** Creates or updates a job, and brings it to its status by the moves that lead there. */
export const applyJob = (dependencies: Dependencies) => {
  const { findReferences, transact, nextJobId, now } = dependencies;
  const move = changeJobStatus(dependencies);

  async function upsert(
    unit: Unit,
    wanted: ApplyJob,
    { found, id }: { readonly found: References; readonly id: number },
  ): Promise<AppliedJob> {
    const { caller, changes, assets, status } = wanted;
    const { companyId } = caller;
    const before = await unit.jobs.lockByTitle(companyId, changes.title);
    if (before) {
      // Refused before anything is written.
      movesTo(before.status, status ?? before.status);
      const change = editOf(before, { changes, assets, caller, found, at: now() });
      if (change.after === before) return { job: before, outcome: 'unchanged' };
      await unit.jobs.write(change);
      return { job: change.after, outcome: 'changed' };
    }
    const content = completed(changes);
    refuseInvalid([...referenceProblems(wantedBy(wanted), found), ...scheduleProblems(content)]);
    const links = { ...assets, assetIds: linkable(assets.assetIds, found) };
    const job = newJob({ ...content, companyId, id, assets: links }, now());
    await unit.jobs.add(job, jobCreated(job, caller));
    return { job, outcome: 'created' };
  }

  return async (wanted: ApplyJob): Promise<AppliedJob> => {
    const { caller, status } = wanted;
    // Before the transaction, though it may turn out not to be needed: whoever waits for another
    // connection within one waits for ever where all connections belong to those who do.
    const [id, found] = await Promise.all([nextJobId(), findReferences(wantedBy(wanted), caller)]);
    const { job, outcome } = await transact((unit) => upsert(unit, wanted, { found, id }));
    // Each move is a change of its own, with its own event, like those that come one by one.
    const moves = movesTo(job.status, status ?? job.status);
    for (const to of moves) await move({ caller, jobId: job.id, to });
    return { job, outcome: outcome === 'unchanged' && moves.length > 0 ? 'changed' : outcome };
  };
};

/** The content of a new job of which only the required part need be said. */
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
