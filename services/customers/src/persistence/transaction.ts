import { transactWith, type TransactWith } from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { customerRepository } from './customer-repository';
import { locationRepository } from './location-repository';
import { serviceRequestRepository } from './service-request-repository';

/** What a use case may touch while a transaction is open. */
export interface UnitOfWork {
  readonly customers: ReturnType<typeof customerRepository>;
  readonly locations: ReturnType<typeof locationRepository>;
  readonly serviceRequests: ReturnType<typeof serviceRequestRepository>;
}

export type Transact = TransactWith<UnitOfWork>;

const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  customers: customerRepository(tx),
  locations: locationRepository(tx),
  serviceRequests: serviceRequestRepository(tx),
});

/** Transactions on the customers schema; `committed` is called after each one. */
export const transactOn = (db: DataSource | EntityManager, committed: () => void): Transact =>
  transactWith(db, unitOfWork, committed);
