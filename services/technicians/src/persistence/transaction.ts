import { transactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { skillCategoryRepository } from './skill-category-repository';
import { technicianRepository } from './technician-repository';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly technicians: ReturnType<typeof technicianRepository>;
  readonly skillCategories: ReturnType<typeof skillCategoryRepository>;
}

export type Transact = TransactWith<UnitOfWork>;

const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  technicians: technicianRepository(tx),
  skillCategories: skillCategoryRepository(tx),
});

/** Transactions on the technicians schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);
