import type { Caller } from '@svc/contracts';
import type { ExternalIds } from '@svc/database';
import type { RebuildProjections } from '@svc/projections';
import type { JobDraft } from '../domain/job';
import type { AnnounceChange, JobChange, WhichJob } from '../domain/job-change';
import type { InvoiceReads } from '../persistence/invoice-reads';
import type { JobHistory } from '../persistence/job-history';
import type { JobReads } from '../persistence/job-reads';
import type { JobSchedule } from '../persistence/job-schedule';
import type { Transact } from '../persistence/transaction';
import type { ProjectionName } from '../projections/projections';
import type { FindReferences } from '../projections/reference-reads';
import type { Job } from '../records/job';

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

/** What the use cases work with. */
export interface Dependencies {
  readonly jobs: JobReads;
  readonly history: JobHistory;
  readonly schedule: JobSchedule;
  readonly invoices: InvoiceReads;
  readonly externalIds: ExternalIds<'jobs'>;
  readonly transact: Transact;
  readonly addJob: AddJob;
  readonly changeJob: ChangeJob;
  readonly findReferences: FindReferences;
  readonly rebuildProjections: RebuildProjections<ProjectionName>;
  /** Called after each change of a company's invoices, which most have no event. */
  readonly invoicesChanged: (companyId: number) => void;
  readonly now: () => Date;
}
