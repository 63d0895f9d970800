import type { ApplyOutcome, Caller, JobStatus } from '@svc/contracts';
import { findMoves, runInOrder } from '@svc/kernel';
import { completeDetails } from '@svc/records';
import type { JobDraft, NewJob } from '../domain/job';
import { createJobChange } from '../domain/job-change';
import { jobStatuses } from '../domain/job-status';
import { job as jobRecord, type Job, type JobEntry } from '../records/job';
import { changeJobStatus } from './change-job-status';
import { draftJob } from './create-job';
import type { Dependencies } from './dependencies';
import { announceEdit } from './edit-job';
import { checkAndEditJob } from './update-job';

export interface AppliedJob {
  readonly job: Job;
  readonly outcome: ApplyOutcome;
}

/** Each status move is a change with its own event, as if made alone. */
const applyJob = (dependencies: Dependencies) => {
  const { findReferences, transact, now } = dependencies;
  const move = moveToStatus(dependencies);

  return async (caller: Caller, { jobStatus, ...entry }: JobEntry): Promise<AppliedJob> => {
    const found = await findReferences(entry, caller);
    // No owner is called within the transaction.
    const draft = draftJob({ findReferences: async () => found, now });
    const applied = await transact(async ({ jobs }): Promise<AppliedJob> => {
      const before = await jobs.lockByTitle(caller.companyId, entry.jobTitle);
      if (!before) {
        const job = await jobs.add(caller, await draft(caller, addDefaults(entry)));
        return { job, outcome: 'created' };
      }
      // Rejects before anything is written.
      findMoves(jobStatuses, before.jobStatus, jobStatus ?? before.jobStatus);
      const after = checkAndEditJob(before, entry, { found, at: now() });
      if (after === before) return { job: before, outcome: 'unchanged' };
      await jobs.write(createJobChange(caller, before, after, announceEdit));
      return { job: after, outcome: 'changed' };
    });
    return move(caller, applied, jobStatus);
  };
};

/** Expects different titles; new jobs are added together. */
export const applyJobs = (dependencies: Dependencies) => {
  const { transact } = dependencies;
  const apply = applyJob(dependencies);
  const draft = draftJob(dependencies);
  const move = moveToStatus(dependencies);

  /** Adds all or none; undefined if the company has one of them. */
  async function addAllIfNew(
    caller: Caller,
    entries: readonly JobEntry[],
  ): Promise<Job[] | undefined> {
    const { companyId } = caller;
    const titles = entries.map(({ jobTitle }) => jobTitle);
    if (!(await transact(({ jobs }) => jobs.lockTitlesAndCheckUnused(companyId, titles))))
      return undefined;
    const drafts: JobDraft[] = await Promise.all(
      entries.map(({ jobStatus: _, ...entry }) => draft(caller, addDefaults(entry))),
    );
    return transact(async ({ jobs }) =>
      (await jobs.lockTitlesAndCheckUnused(companyId, titles))
        ? jobs.addAll(drafts.map((drafted) => ({ draft: drafted, author: caller })))
        : undefined,
    );
  }

  return async (caller: Caller, entries: readonly JobEntry[]): Promise<AppliedJob[]> => {
    const added = await addAllIfNew(caller, entries);
    if (!added) return runInOrder(entries, (entry) => apply(caller, entry));
    return runInOrder(added, (job, index) =>
      move(caller, { job, outcome: 'created' }, entries[index]?.jobStatus),
    );
  };
};

const moveToStatus = (dependencies: Dependencies) => {
  const move = changeJobStatus(dependencies);
  return async (
    caller: Caller,
    { job, outcome }: AppliedJob,
    status: JobStatus = job.jobStatus,
  ): Promise<AppliedJob> => {
    const moves = findMoves(jobStatuses, job.jobStatus, status);
    for (const to of moves) await move(caller, job.id, to);
    return { job, outcome: outcome === 'unchanged' && moves.length > 0 ? 'changed' : outcome };
  };
};

const addDefaults = (entry: Omit<JobEntry, 'jobStatus'>): Omit<NewJob, 'companyId'> => ({
  ...entry,
  ...completeDetails(jobRecord, entry),
});
