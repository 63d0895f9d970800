import { runOn } from '@svc/database';
import { createServiceApp, type ServiceApp } from '@svc/http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { techniciansRoutes } from './http/routes';
import { technicianReads } from './persistence/technician-reads';
import { transactOn } from './persistence/transaction';
import { techniciansUseCases } from './use-cases';

export interface TechniciansDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  /** Called after each change that was committed. */
  readonly committed: () => void;
}

/** The technicians service, without its listener. */
export function techniciansApp({ db, committed, now, ...rest }: TechniciansDependencies): Koa {
  const reads = technicianReads(runOn(db));
  const technicians = techniciansUseCases({ reads, transact: transactOn(db, committed), now });
  return createServiceApp({
    routers: [techniciansRoutes(technicians), adminRoutes(technicians), internalRoutes(reads)],
    now,
    ...rest,
  });
}
