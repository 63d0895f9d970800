import type { DomainEvent } from '@svc/contracts';
import { runOn } from '@svc/database';
import { outbox, transactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Job } from '../domain/job';
import { invoiceRepository, type InvoiceRepository } from './invoice-repository';
import { insertJob, jobRepository, type JobRepository } from './job-repository';

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
export const transactOn = (db: DataSource, committed: () => void): Transact =>
  transactWith(db, unitOf, committed);

/** Writes a new job and what it announces in a transaction of one statement. */
export type AddJob = (job: Job, created: DomainEvent) => Promise<void>;

export const addJobOn =
  (db: DataSource, committed: () => void): AddJob =>
  async (job, created) => {
    await insertJob(runOn(db), job, created);
    committed();
  };
