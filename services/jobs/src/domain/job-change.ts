import type { Caller, DomainEvent } from '@svc/contracts';
import type { Job } from '../records/job';
import type { JobDraft } from './job';

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

/** A change of a job, what it announces, and who makes it. */
export interface JobChange {
  readonly before: Job;
  /** The very same as `before` where nothing changes. */
  readonly after: Job;
  readonly events: readonly DomainEvent[];
  readonly author: Caller;
}

/** The events of a change. */
export type AnnounceChange = (before: Job, after: Job, author: Caller) => readonly DomainEvent[];

/** A change with the events that announce it. */
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
