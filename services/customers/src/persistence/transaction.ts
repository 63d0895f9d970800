import type { Run } from '@svc/database';
import { defineWrites } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { createCustomerRepository, createCustomerWrites } from './customer-repository';
import { createLocationRepository } from './locations';
import { createServiceRequestWrites } from './service-requests';

const createUnitOfWork = (tx: EntityManager) => ({
  customers: createCustomerRepository(tx),
  locations: createLocationRepository(tx),
});

const createSingleWrites = (run: Run, isLocking: boolean) => ({
  customers: createCustomerWrites(run, isLocking),
  serviceRequests: createServiceRequestWrites(run, isLocking),
});

export const createWrites = defineWrites(createUnitOfWork, createSingleWrites);

export type UnitOfWork = ReturnType<typeof createUnitOfWork>;
