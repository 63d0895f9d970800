import { createTransactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { skillCategoryRepository, technicianRepository } from './technician-repository';

const unitOfWork = (tx: EntityManager) => ({
  technicians: technicianRepository(tx),
  skillCategories: skillCategoryRepository(tx),
});

export type UnitOfWork = ReturnType<typeof unitOfWork>;

export type Transact = TransactWith<UnitOfWork>;

export const createTransact = (db: DataSource | EntityManager, committed: () => void): Transact =>
  createTransactWith(db, unitOfWork, committed);
