import type { Caller, DomainEvent } from '@svc/contracts';
import type { RecordChange } from '@svc/records';
import type { JobDraft } from '../domain/job';
import type { Job } from '../records/job';

/** Which job is to be changed. */
export interface WhichJob {
  readonly companyId: number;
  readonly id: number;
  /** A deleted job does not exist by default. */
  readonly includeDeleted?: boolean;
}

/** A new job that has no id yet, and who makes it. */
export interface JobCreation {
  readonly draft: JobDraft;
  readonly author: Caller;
}

export type JobChange = RecordChange<Job>;

/** The events of a change. */
export type AnnounceChange = (before: Job, after: Job, author: Caller) => readonly DomainEvent[];

/** A change with its events; `after` is the very same job where nothing changes. */
export const jobChange = (
  author: Caller,
  before: Job,
  after: Job,
  announce: AnnounceChange,
): JobChange => ({
  before,
  after,
  author,
  events: after === before ? [] : announce(before, after, author),
});

/** Writes a new job and what it announces. */
export type AddJob = (author: Caller, draft: JobDraft) => Promise<Job>;

/**
 * Changes a job without a lock: reads it, lets `decide` make the change, and writes it if the job has not
 * changed meanwhile. Otherwise it starts again with the new state.
 */
export type ChangeJob = (
  author: Caller,
  which: WhichJob,
  decide: (before: Job) => Job,
  announce: AnnounceChange,
) => Promise<JobChange>;
