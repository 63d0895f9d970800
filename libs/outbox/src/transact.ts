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
