import { requireFound, type Caller } from '@svc/contracts';
import { batchQueries, createRun, MAX_CONCURRENT_READS } from '@svc/database';
import { createLimitPerKey } from '@svc/kernel';
import { createOutbox, createTransactWith, type Outbox, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { createInvoiceRepository } from './invoices';
import type { JobDraft } from '../domain/job';
import {
  createJobChange,
  type AnnounceChange,
  type JobChange,
  type JobCreation,
  type JobSelector,
} from '../domain/job-change';
import type { Job } from '../records/job';
import { findJobsToChange, createJobRepository } from './job-repository';
import { createLateJobs } from './late-jobs';
import { haveLinksChanged, createJobRecordWrites, haveCountsChanged } from './job-writes';

export interface UnitOfWork {
  readonly jobs: ReturnType<typeof createJobRepository>;
  readonly invoices: ReturnType<typeof createInvoiceRepository>;
  readonly lateJobs: ReturnType<typeof createLateJobs>;
  readonly outbox: Outbox;
}

export type Transact = TransactWith<UnitOfWork>;

export const createUnitOfWork = (tx: EntityManager): UnitOfWork => ({
  jobs: createJobRepository(tx),
  invoices: createInvoiceRepository(tx),
  lateJobs: createLateJobs(tx),
  outbox: createOutbox(tx, 'jobs'),
});

export const createTransact = (db: DataSource | EntityManager, onCommitted: () => void): Transact =>
  createTransactWith(db, createUnitOfWork, onCommitted);

/**
 * After this many failed attempts the change takes a lock, so that many changes of one job all
 * finish.
 */
const UNLOCKED_ATTEMPTS = 3;

/**
 * Each write is its own transaction. Writes of a company that arrive during one run together in the
 * next statement, so that they use one connection, even while they wait for locks.
 */
export function createJobWrites(db: DataSource | EntityManager, onCommitted: () => void) {
  const run = createRun(db);
  const writes = createJobRecordWrites(run);
  const transact = createTransact(db, onCommitted);

  const add = batchQueries(
    async (creations: readonly JobCreation[]) => {
      const hasLinks = creations.some(({ draft }) => draft.links.length > 0);
      if (hasLinks) return transact(({ jobs }) => jobs.addAll(creations));
      const added = await writes.addAll(creations);
      onCommitted();
      return added;
    },
    { groupBy: ({ draft }) => draft.companyId, maxConcurrent: 1 },
  );

  async function changeAll(changes: readonly JobChange[]): Promise<readonly boolean[]> {
    if (changes.some(haveLinksChanged)) return transact(({ jobs }) => jobs.changeAll(changes));
    const written = await writes.changeAll(changes);
    onCommitted();
    return written;
  }
  const change = batchQueries(changeAll, {
    groupBy: ({ before }) => before.companyId,
    maxConcurrent: 1,
  });

  const find = batchQueries(
    (selectors: readonly JobSelector[]) => findJobsToChange(run, selectors),
    {
      maxConcurrent: MAX_CONCURRENT_READS,
    },
  );
  // Changes that wait for one job, or for a company's counters, use one connection.
  const oneAtATime = createLimitPerKey();
  // Two statements that each move several jobs between counters could deadlock.
  const write = async (decided: JobChange): Promise<boolean | undefined> =>
    haveCountsChanged(decided)
      ? oneAtATime(
          `counters of ${decided.before.companyId}`,
          async () => (await changeAll([decided]))[0],
        )
      : change(decided);

  return {
    addJob: (author: Caller, draft: JobDraft): Promise<Job> => add({ author, draft }),

    async changeJob(
      author: Caller,
      selector: JobSelector,
      decide: (before: Job) => Job,
      announce: AnnounceChange,
    ): Promise<JobChange> {
      for (let attempt = 0; attempt < UNLOCKED_ATTEMPTS; attempt += 1) {
        const before = requireFound(await find(selector), 'Job');
        const decided = createJobChange(author, before, decide(before), announce);
        if (decided.after === before || (await write(decided))) return decided;
      }
      return oneAtATime(`${selector.companyId} ${selector.id}`, () =>
        transact(async ({ jobs }) => {
          const before = await jobs.lock(selector);
          const decided = createJobChange(author, before, decide(before), announce);
          if (decided.after !== before) await jobs.write(decided);
          return decided;
        }),
      );
    },
  };
}
