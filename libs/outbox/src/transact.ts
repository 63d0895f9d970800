import { createRun, type Run } from '@svc/database';
import { createLimitPerKey } from '@svc/kernel';
import type { DataSource, EntityManager } from 'typeorm';

export type TransactWith<UnitOfWork> = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

/** `onCommitted` runs after each transaction, as there may be events to relay. */
export const createTransactWith =
  <UnitOfWork>(
    db: DataSource | EntityManager,
    createUnitOfWork: (tx: EntityManager) => UnitOfWork,
    onCommitted: () => void,
  ): TransactWith<UnitOfWork> =>
  async (work) => {
    const result = await db.transaction((tx) => work(createUnitOfWork(tx)));
    onCommitted();
    return result;
  };

export class StaleRecord extends Error {
  constructor(readonly companyId: number) {
    super('The record has changed since it was read.');
    this.name = 'StaleRecord';
  }
}

export type WriteOnce<Unit> = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/**
 * For work with at most one statement: first without transaction and locks; after `StaleRecord`, again in a
 * transaction that locks what it reads.
 */
const createWriteOnce = <Unit>(
  db: DataSource | EntityManager,
  createUnit: (run: Run, isLocking: boolean) => Unit,
  onCommitted: () => void,
): WriteOnce<Unit> => {
  const transact = createTransactWith(db, (tx) => createUnit(createRun(tx), true), onCommitted);
  // Inside a transaction, a failed write needs a savepoint.
  if (!('driver' in db)) return transact;
  const unit = createUnit(createRun(db), false);
  // Many changes of one record must not take all connections from other companies.
  const oneAtATime = createLimitPerKey();
  return async (work) => {
    try {
      const result = await work(unit);
      onCommitted();
      return result;
    } catch (error) {
      if (error instanceof StaleRecord) {
        return oneAtATime(String(error.companyId), () => transact(work));
      }
      throw error;
    }
  };
};

export interface Writes<UnitOfWork, SingleWrites> {
  readonly transact: TransactWith<UnitOfWork>;
  readonly writeOnce: WriteOnce<SingleWrites>;
}

/** Describes a context's writes; `onCommitted` is called after each, as there may be events to relay. */
export const defineWrites =
  <UnitOfWork, SingleWrites>(
    createUnitOfWork: (tx: EntityManager) => UnitOfWork,
    createSingleWrites: (run: Run, isLocking: boolean) => SingleWrites,
  ) =>
  (db: DataSource | EntityManager, onCommitted: () => void): Writes<UnitOfWork, SingleWrites> => ({
    transact: createTransactWith(db, createUnitOfWork, onCommitted),
    writeOnce: createWriteOnce(db, createSingleWrites, onCommitted),
  });
