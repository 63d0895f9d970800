import type { Caller, DomainEvent } from '@svc/contracts';
import type { Job } from '../records/job';
import type { JobDraft } from './job';

export interface JobSelector {
  readonly companyId: number;
  readonly id: number;
  /** By default, a deleted job is not found. */
  readonly includeDeleted?: boolean;
}

export interface JobCreation {
  readonly draft: JobDraft;
  readonly author: Caller;
}

export interface JobChange {
  readonly before: Job;
  /** `before` itself when nothing changes. */
  readonly after: Job;
  readonly events: readonly DomainEvent[];
  readonly author: Caller;
}

export type AnnounceChange = (before: Job, after: Job, author: Caller) => readonly DomainEvent[];

export const createJobChange = (
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
