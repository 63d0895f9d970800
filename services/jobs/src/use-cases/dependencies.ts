import type { Caller } from '@svc/contracts';
import type { ExternalIds } from '@svc/database';
import type { RebuildProjections } from '@svc/projections';
import type { JobDraft } from '../domain/job';
import type { AnnounceChange, JobChange, JobSelector } from '../domain/job-change';
import type { createInvoiceReads } from '../persistence/invoices';
import type { JobHistory } from '../persistence/job-history';
import type { createJobReads } from '../persistence/job-reads';
import type { createJobSchedule } from '../persistence/job-schedule';
import type { Transact } from '../persistence/transaction';
import type { ProjectionName } from '../projections/projections';
import type { FindReferences } from '../projections/reference-reads';
import type { Job } from '../records/job';

export type AddJob = (author: Caller, draft: JobDraft) => Promise<Job>;

/**
 * Reads a job, lets `decide` change it, and writes it if the job has not changed meanwhile. Otherwise it tries
 * again, in the end with a lock.
 */
export type ChangeJob = (
  author: Caller,
  selector: JobSelector,
  decide: (before: Job) => Job,
  announce: AnnounceChange,
) => Promise<JobChange>;

export interface Dependencies {
  readonly jobs: ReturnType<typeof createJobReads>;
  readonly history: JobHistory;
  readonly schedule: ReturnType<typeof createJobSchedule>;
  readonly invoices: ReturnType<typeof createInvoiceReads>;
  readonly externalIds: ExternalIds<'jobs'>;
  readonly transact: Transact;
  readonly addJob: AddJob;
  readonly changeJob: ChangeJob;
  readonly findReferences: FindReferences;
  readonly rebuildProjections: RebuildProjections<ProjectionName>;
  readonly onInvoicesChanged: (companyId: number) => void;
  readonly now: () => Date;
}
