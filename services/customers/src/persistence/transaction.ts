import type { Run } from '@svc/database';
import { defineWrites } from '@svc/outbox';
import type { EntityManager } from 'typeorm';
import { customerRepository, customerWrites } from './customer-repository';
import { locationRepository } from './locations';
import { serviceRequestWrites } from './service-requests';

const unitOfWork = (tx: EntityManager) => ({
  customers: customerRepository(tx),
  locations: locationRepository(tx),
});

const singleWrites = (run: Run, isLocking: boolean) => ({
  customers: customerWrites(run, isLocking),
  serviceRequests: serviceRequestWrites(run, isLocking),
});

export const createWrites = defineWrites(unitOfWork, singleWrites);

export type UnitOfWork = ReturnType<typeof unitOfWork>;
