import { existing } from '@svc/contracts';
import { gather, READS_UNDER_WAY, runOn, takeExternalId, type Run } from '@svc/database';
import { limitPerKey } from '@svc/kernel';
import { outbox, transactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Job } from '../domain/job';
import { invoiceRepository, type InvoiceRepository } from './invoice-repository';
import { findToChange, jobRepository, type JobId, type JobRepository } from './job-repository';
import {
  keepsCounters,
  preparedChange,
  writeChanges,
  type JobChange,
  type PreparedChange,
} from './job-changes';
import { addedJob, insertJobs, type AddedJob, type CreatedJob } from './job-creations';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly jobs: JobRepository;
  readonly invoices: InvoiceRepository;
  readonly outbox: Outbox;
}

export type Transact = TransactWith<UnitOfWork>;

/** The same inside a transaction that the caller has opened. */
export const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  jobs: jobRepository(tx),
  invoices: invoiceRepository(tx),
  outbox: outbox(tx, 'jobs'),
});

/** Transactions on the jobs schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);

/** Writes a new job and what it announces; creations of the same moment share one statement. */
export type AddJob = (created: CreatedJob) => Promise<void>;

export function addJobOn(db: DataSource | EntityManager, committed: () => void): AddJob {
  const run = runOn(db);
  const addAll = async (added: readonly AddedJob[]): Promise<void[]> => {
    await insertJobs(run, added);
    committed();
    return [];
  };
  // A new job changes its company's counters, and waits for other transactions that change them.
  const add = gather(addAll, {
    groupOf: ({ job }) => job.companyId,
    itemsOf: ({ job }) => job.links.length,
    mostUnderWay: 1,
  });
  return async (created) => {
    await takeExternalId('jobs', created.job, () => add(addedJob(created)));
  };
}

/**
 * Changes a job in two statements and without a lock: reads it, lets `decide` make the change, and writes
 * it if the job has not changed meanwhile. Otherwise it starts again with the new state.
 */
export type ChangeJob = (which: JobId, decide: (before: Job) => JobChange) => Promise<JobChange>;

/** A job as it is, to decide on a change; jobs that are asked for at the same moment share a statement. */
export type FindToChange = (which: JobId) => Promise<Job>;

export function findToChangeOn(run: Run): FindToChange {
  const find = gather((asked: readonly JobId[]) => findToChange(run, asked), {
    mostUnderWay: READS_UNDER_WAY,
  });
  return async (which) => existing(await find(which), 'Job');
}

/** After so many failed attempts the change waits for a lock, so that many changes of one job all finish. */
const UNLOCKED_ATTEMPTS = 3;

export function changeJobOn(db: DataSource | EntityManager, committed: () => void): ChangeJob {
  const run = runOn(db);
  const find = findToChangeOn(run);
  const write = gather((changes: readonly PreparedChange[]) => writeChanges(run, changes));
  const writeAlone = async (change: PreparedChange) => (await writeChanges(run, [change]))[0];
  const transact = transactOn(db, committed);
  // Of the changes that wait for the same job, or for a company's counters, only one holds a connection,
  // so that others find one.
  const inTurn = limitPerKey();
  return async (which, decide) => {
    for (let attempt = 0; attempt < UNLOCKED_ATTEMPTS; attempt += 1) {
      const change = decide(await find(which));
      if (change.after === change.before) return change;
      const prepared = preparedChange(change);
      const isWritten = await takeExternalId('jobs', change.after, () =>
        keepsCounters(change)
          ? write(prepared)
          : inTurn(`counters of ${which.companyId}`, () => writeAlone(prepared)),
      );
      if (!isWritten) continue;
      committed();
      return change;
    }
    return inTurn(`${which.companyId} ${which.id}`, () =>
      transact(async ({ jobs }) => {
        const change = decide(await jobs.lock(which));
        if (change.after !== change.before) await jobs.write(change);
        return change;
      }),
    );
  };
}
