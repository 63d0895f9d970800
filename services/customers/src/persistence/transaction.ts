import type { Run } from '@svc/database';
import {
  createTransactWith,
  createWriteOnceWith,
  type TransactWith,
  type WriteOnce,
} from '@svc/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import { customerRepository, customerWrites } from './customer-repository';
import { locationRepository } from './location-repository';
import { serviceRequestWrites } from './service-request-repository';

export interface UnitOfWork {
  readonly customers: ReturnType<typeof customerRepository>;
  readonly locations: ReturnType<typeof locationRepository>;
}

interface SingleWrites {
  readonly customers: ReturnType<typeof customerWrites>;
  readonly serviceRequests: ReturnType<typeof serviceRequestWrites>;
}

export interface Writes {
  readonly transact: TransactWith<UnitOfWork>;
  readonly writeOnce: WriteOnce<SingleWrites>;
}

const unitOfWork = (tx: EntityManager): UnitOfWork => ({
  customers: customerRepository(tx),
  locations: locationRepository(tx),
});

const singleWrites = (run: Run, isLocking: boolean): SingleWrites => ({
  customers: customerWrites(run, isLocking),
  serviceRequests: serviceRequestWrites(run, isLocking),
});

export const createWrites = (db: DataSource | EntityManager, committed: () => void): Writes => ({
  transact: createTransactWith(db, unitOfWork, committed),
  writeOnce: createWriteOnceWith(db, singleWrites, committed),
});
