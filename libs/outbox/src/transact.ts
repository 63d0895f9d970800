import type { DataSource, EntityManager } from 'typeorm';

/** Runs work in one transaction, on what a use case of the context may touch meanwhile. */
export type TransactWith<Unit> = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/** Transactions on a context's schema; `committed` is called after each, as there may be events to relay. */
export const transactWith =
  <Unit>(
    db: DataSource | EntityManager,
    unitOf: (tx: EntityManager) => Unit,
    committed: () => void,
  ): TransactWith<Unit> =>
  async (work) => {
    const result = await db.transaction((tx) => work(unitOf(tx)));
    committed();
    return result;
  };
