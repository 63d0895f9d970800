import { runOn, type Run } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';

/** Runs work in one transaction. */
export type TransactWith<UnitOfWork> = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

/** `committed` runs after each transaction, as there may be events to relay. */
export const transactWith =
  <UnitOfWork>(
    db: DataSource | EntityManager,
    unitOfWork: (tx: EntityManager) => UnitOfWork,
    committed: () => void,
  ): TransactWith<UnitOfWork> =>
  async (work) => {
    const result = await db.transaction((tx) => work(unitOfWork(tx)));
    committed();
    return result;
  };

/** The record has changed since it was read. */
export class StaleRecord extends Error {
  constructor() {
    super('The record has changed since it was read.');
    this.name = 'StaleRecord';
  }
}

/** For work that writes at most one statement. */
export type WriteOnce<Unit> = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/**
 * First runs work without a transaction and locks, as its one statement is atomic; after `StaleRecord`, again
 * in a transaction that locks what it reads.
 */
export const writeOnceWith = <Unit>(
  db: DataSource | EntityManager,
  unitOn: (run: Run, isLocking: boolean) => Unit,
  committed: () => void,
): WriteOnce<Unit> => {
  const transact = transactWith(db, (tx) => unitOn(runOn(tx), true), committed);
  // Inside a transaction, a failed write needs a savepoint.
  if (!('driver' in db)) return transact;
  return async (work) => {
    try {
      const result = await work(unitOn(runOn(db), false));
      committed();
      return result;
    } catch (error) {
      if (error instanceof StaleRecord) return transact(work);
      throw error;
    }
  };
};
