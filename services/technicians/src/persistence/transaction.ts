import { createTransactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { createSkillCategoryRepository, createTechnicianRepository } from './technician-repository';

const createUnitOfWork = (tx: EntityManager) => ({
  technicians: createTechnicianRepository(tx),
  skillCategories: createSkillCategoryRepository(tx),
});

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;

export type Transact = TransactWith<UnitOfWork>;

export const createTransact = (db: DataSource | EntityManager, onCommitted: () => void): Transact =>
  createTransactWith(db, createUnitOfWork, onCommitted);
