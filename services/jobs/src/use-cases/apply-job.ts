import { refuseInvalid, type Caller, type JobStatus, type Outcome } from '@svc/contracts';
import { inOrder } from '@svc/kernel';
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
import { linkable, referenceProblems, type References } from '../domain/references';
import type { CreatedJob } from '../persistence/job-repository';
import type { UnitOfWork } from '../persistence/transaction';
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

/** What is looked up of a job before a transaction opens. */
interface Prepared {
  readonly wanted: ApplyJob;
  readonly found: References;
  readonly id: number;
}

/** Creates or updates jobs, and brings each to its status by the moves that lead there. */
export const applyingJobs = (dependencies: Dependencies) => {
  const { findReferences, transact, nextJobId, now } = dependencies;
  const move = changeJobStatus(dependencies);

  // Before the transaction, though it may turn out not to be needed: whoever waits for another
  // connection within one waits for ever where all connections belong to those who do.
  async function prepare(wanted: ApplyJob): Promise<Prepared> {
    const [id, found] = await Promise.all([
      nextJobId(),
      findReferences(wantedBy(wanted), wanted.caller),
    ]);
    return { wanted, found, id };
  }

  function createdOf({ wanted, found, id }: Prepared): CreatedJob {
    const { caller, changes, assets } = wanted;
    const content = completed(changes);
    refuseInvalid([...referenceProblems(wantedBy(wanted), found), ...scheduleProblems(content)]);
    const links = { ...assets, assetIds: linkable(assets.assetIds, found) };
    const { companyId } = caller;
    const job = newJob({ ...content, companyId, id, assets: links }, now());
    return { job, created: jobCreated(job, caller) };
  }

  async function upsert(unit: UnitOfWork, prepared: Prepared): Promise<AppliedJob> {
    const { caller, changes, assets, status } = prepared.wanted;
    const before = await unit.jobs.lockByTitle(caller.companyId, changes.title);
    if (before) {
      // Refused before anything is written.
      movesTo(before.status, status ?? before.status);
      const { found } = prepared;
      const change = editOf(before, { changes, assets, caller, found, at: now() });
      if (change.after === before) return { job: before, outcome: 'unchanged' };
      await unit.jobs.write(change);
      return { job: change.after, outcome: 'changed' };
    }
    const created = createdOf(prepared);
    await unit.jobs.addAll([created]);
    return { job: created.job, outcome: 'created' };
  }

  /** Each move is a change of its own, with its own event, like those that come one by one. */
  async function moved(
    { caller, status }: Pick<ApplyJob, 'caller' | 'status'>,
    { job, outcome }: AppliedJob,
  ): Promise<AppliedJob> {
    const moves = movesTo(job.status, status ?? job.status);
    for (const to of moves) await move({ caller, jobId: job.id, to });
    return { job, outcome: outcome === 'unchanged' && moves.length > 0 ? 'changed' : outcome };
  }

  async function applyJob(wanted: ApplyJob): Promise<AppliedJob> {
    const prepared = await prepare(wanted);
    return moved(wanted, await transact((unit) => upsert(unit, prepared)));
  }

  /** Adds jobs in one transaction, all or none; none where the company has one of them. */
  async function addTogether(
    { companyId }: Caller,
    wanted: readonly ApplyJob[],
  ): Promise<AppliedJob[] | undefined> {
    const titles = wanted.map(({ changes }) => changes.title);
    if (!(await transact(({ jobs }) => jobs.areNew(companyId, titles)))) return undefined;
    const created = (await Promise.all(wanted.map(prepare))).map(createdOf);
    return transact(async ({ jobs }) => {
      if (!(await jobs.areNew(companyId, titles))) return undefined;
      await jobs.addAll(created);
      return created.map(({ job }) => ({ job, outcome: 'created' }));
    });
  }

  return {
    applyJob,

    /** The same for jobs of different titles; those that are all new are added together. */
    async applyJobs(
      caller: Caller,
      given: readonly Omit<ApplyJob, 'caller'>[],
    ): Promise<AppliedJob[]> {
      const wanted = given.map((each) => ({ ...each, caller }));
      const added = await addTogether(caller, wanted);
      if (!added) return inOrder(wanted, applyJob);
      return inOrder(added, (each, at) => moved({ caller, status: wanted[at]?.status }, each));
    },
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
