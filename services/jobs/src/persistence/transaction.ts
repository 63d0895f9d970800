import type { DomainEvent } from '@svc/contracts';
import { gather, READS_UNDER_WAY, runOn } from '@svc/database';
import { limitPerKey } from '@svc/kernel';
import { outbox, transactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Job } from '../domain/job';
import { invoiceRepository, type InvoiceRepository } from './invoice-repository';
import {
  existing,
  findToChange,
  jobRepository,
  type JobId,
  type JobRepository,
} from './job-repository';
import {
  addedJob,
  keepsCounters,
  insertJobs,
  preparedChange,
  writeChanges,
  type AddedJob,
  type JobChange,
  type PreparedChange,
} from './job-writes';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly jobs: JobRepository;
  readonly invoices: InvoiceRepository;
  readonly outbox: Outbox;
}

export type Transact = TransactWith<UnitOfWork>;

/** The same inside a transaction that somebody else opened. */
export const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  jobs: jobRepository(tx),
  invoices: invoiceRepository(tx),
  outbox: outbox(tx, 'jobs'),
});

/** Transactions on the jobs schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);

/** Writes a new job and what it announces in a transaction of one statement, with others of the moment. */
export type AddJob = (job: Job, created: DomainEvent) => Promise<void>;

export function addJobOn(db: DataSource | EntityManager, committed: () => void): AddJob {
  const run = runOn(db);
  const addAll = async (added: readonly AddedJob[]): Promise<void[]> => {
    await insertJobs(run, added);
    committed();
    return [];
  };
  // A new job is counted, and waits for whoever is changing its company's counters.
  const add = gather(addAll, { groupOf: ({ job }) => job.companyId, mostUnderWay: 1 });
  return (job, created) => add(addedJob(job, created));
}

/**
 * Changes a job in two statements and without a lock: reads it, has `decide` say what becomes of it,
 * and writes that if nobody else was first. Otherwise decides anew on what the other has left.
 */
export type ChangeJob = (which: JobId, decide: (before: Job) => JobChange) => Promise<JobChange>;

/** Who loses as often as this waits for a lock, so that many changes of one job come to an end. */
const UNLOCKED_ATTEMPTS = 3;

export function changeJobOn(db: DataSource | EntityManager, committed: () => void): ChangeJob {
  const run = runOn(db);
  const find = gather((asked: readonly JobId[]) => findToChange(run, asked), {
    mostUnderWay: READS_UNDER_WAY,
  });
  const write = gather((changes: readonly PreparedChange[]) => writeChanges(run, changes));
  const writeAlone = async (change: PreparedChange) => (await writeChanges(run, [change]))[0];
  const transact = transactOn(db, committed);
  // One of those who wait for the same job, or for the counters of a company, has a connection, so
  // that others keep theirs.
  const inTurn = limitPerKey();
  return async (which, decide) => {
    for (let attempt = 0; attempt < UNLOCKED_ATTEMPTS; attempt += 1) {
      const change = decide(existing(await find(which)));
      if (change.after === change.before) return change;
      const prepared = preparedChange(change);
      const isWritten = keepsCounters(change)
        ? await write(prepared)
        : await inTurn(`counters of ${which.companyId}`, () => writeAlone(prepared));
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
