import { createCompanyEmptier, createRun, runRolledBack } from '@svc/database';
import {
  createDryRunRoutes,
  createEmptySandboxRoutes,
  createServiceApp,
  type DryRun,
  type ServiceApp,
} from '@svc/http';
import type Koa from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { techniciansRoutes } from './http/routes';
import { createTechnicianReads } from './persistence/technician-reads';
import { createTransact } from './persistence/transaction';
import { createTechniciansUseCases, type TechniciansUseCases } from './use-cases';

export interface TechniciansDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  readonly onCommitted: () => void;
}

export function createTechniciansApp({
  db,
  onCommitted,
  now,
  ...rest
}: TechniciansDependencies): Koa {
  const reads = createTechnicianReads(createRun(db));
  const useCasesOn = (on: DataSource | EntityManager, after: () => void) =>
    createTechniciansUseCases({ technicians: reads, transact: createTransact(on, after), now });
  const technicians = useCasesOn(db, onCommitted);
  const dryRun: DryRun<TechniciansUseCases> = (work) =>
    runRolledBack(db, (tx) => work(useCasesOn(tx, () => undefined)));
  return createServiceApp({
    routers: [
      techniciansRoutes(technicians),
      createDryRunRoutes(dryRun, adminRoutes),
      adminRoutes(technicians),
      createEmptySandboxRoutes(createCompanyEmptier(db)),
      ...internalRoutes(technicians, reads),
    ],
    now,
    ...rest,
  });
}
