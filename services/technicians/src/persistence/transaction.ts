import { outbox } from '@svc/outbox';
import type { DataSource } from 'typeorm';
import { skillCategoryRepository } from './skill-category-repository';
import { technicianRepository } from './technician-repository';

/** What a use case may touch while a transaction is open. */
export interface Unit {
  readonly technicians: ReturnType<typeof technicianRepository>;
  readonly skillCategories: ReturnType<typeof skillCategoryRepository>;
  readonly outbox: ReturnType<typeof outbox>;
}

export type Transact = <T>(work: (unit: Unit) => Promise<T>) => Promise<T>;

/** Transactions of the context; `committed` is called after each, when there may be events to relay. */
export const transactOn =
  (db: DataSource, committed: () => void): Transact =>
  async (work) => {
    const result = await db.transaction((tx) =>
      work({
        technicians: technicianRepository(tx),
        skillCategories: skillCategoryRepository(tx),
        outbox: outbox(tx, 'technicians'),
      }),
    );
    committed();
    return result;
  };
