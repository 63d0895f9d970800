import type { DomainEvent } from '@svc/contracts';
import { runOn } from '@svc/database';
import { outbox, transactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Job } from '../domain/job';
import { invoiceRepository, type InvoiceRepository } from './invoice-repository';
import {
  findToChange,
  insertJob,
  jobRepository,
  writeChange,
  type JobChange,
  type JobId,
  type JobRepository,
} from './job-repository';

/** What a use case may touch while a transaction is open. */
export interface Unit {
  readonly jobs: JobRepository;
  readonly invoices: InvoiceRepository;
  readonly outbox: Outbox;
}

export type Transact = TransactWith<Unit>;

/** The same inside a transaction that somebody else opened. */
export const unitOf = (tx: EntityManager): Unit => ({
  jobs: jobRepository(tx),
  invoices: invoiceRepository(tx),
  outbox: outbox(tx, 'jobs'),
});

/** Transactions on the jobs schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOf, committed);

/** Writes a new job and what it announces in a transaction of one statement. */
export type AddJob = (job: Job, created: DomainEvent) => Promise<void>;

export const addJobOn =
  (db: DataSource | EntityManager, committed: () => void): AddJob =>
  async (job, created) => {
    await insertJob(runOn(db), job, created);
    committed();
  };

/**
 * Changes a job in two statements and without a lock: reads it, has `decide` say what becomes of it,
 * and writes that if nobody else was first. Otherwise decides anew on what the other has left.
 */
export type ChangeJob = (which: JobId, decide: (before: Job) => JobChange) => Promise<JobChange>;

/** Who loses as often as this waits for a lock, so that many changes of one job come to an end. */
const UNLOCKED_ATTEMPTS = 3;

export function changeJobOn(db: DataSource | EntityManager, committed: () => void): ChangeJob {
  const run = runOn(db);
  const transact = transactOn(db, committed);
  return async (which, decide) => {
    for (let attempt = 0; attempt < UNLOCKED_ATTEMPTS; attempt += 1) {
      const change = decide(await findToChange(run, which));
      if (change.after === change.before) return change;
      if (!(await writeChange(run, change))) continue;
      committed();
      return change;
    }
    return transact(async ({ jobs }) => {
      const change = decide(await jobs.lock(which));
      if (change.after !== change.before) await jobs.write(change);
      return change;
    });
  };
}
