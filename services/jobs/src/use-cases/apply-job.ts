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

/** Creates or updates jobs, and brings each to its status by the moves that lead there. */
export const applyJobUseCases = (dependencies: Dependencies) => {
  const { findReferences, transact, nextJobId, now } = dependencies;
  const move = changeJobStatus(dependencies);

  // Reserved before the transaction, even if it may not be needed. Within a transaction it would take a
  // second connection, and where all connections are held by such transactions, they wait for ever.
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
    return { job, created: jobCreated(job, caller), author: caller };
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

  /** Each move is a change of its own, with its own event, as if it had been requested alone. */
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
  async function addAllIfNew(
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
      const added = await addAllIfNew(caller, wanted);
      if (!added) return inOrder(wanted, applyJob);
      return inOrder(added, (each, at) => moved({ caller, status: wanted[at]?.status }, each));
    },
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
