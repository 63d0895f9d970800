import { runOn, type Run } from '@svc/database';
import type { DataSource, EntityManager } from 'typeorm';

/** Runs work in one transaction, with what a use case of the context may use in it. */
export type TransactWith<UnitOfWork> = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

/** Transactions on a context's schema; `committed` is called after each, as there may be events to relay. */
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

/** Another change of the record was written since it was read. */
export class StaleRecord extends Error {
  constructor() {
    super('The record has changed since it was read.');
    this.name = 'StaleRecord';
  }
}

/** Does work that writes one statement at most. */
export type WriteOnce<Unit> = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/**
 * Work that writes one statement, which is a transaction of its own: what it reads is not locked, and it throws
 * `StaleRecord` where that has changed since. Then it is done again in a transaction that locks what it reads.
 */
export const writeOnceWith = <Unit>(
  db: DataSource | EntityManager,
  unitOn: (run: Run, isLocking: boolean) => Unit,
  committed: () => void,
): WriteOnce<Unit> => {
  const transact = transactWith(db, (tx) => unitOn(runOn(tx), true), committed);
  // Inside a transaction, which a refused write would end, it needs a savepoint.
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
