import { emptyCompanyIn, rolledBack, runOn, type Run } from '@svc/database';
import {
  createServiceApp,
  dryRuns,
  emptySandboxRoutes,
  type DryRun,
  type ServiceApp,
} from '@svc/http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import type { Address } from './domain/location';
import type { Geocoder } from './geocoding/geocoder';
import { adminRoutes } from './http/admin-routes';
import { dashboardRoutes } from './http/dashboard-routes';
import { internalRoutes } from './http/internal-routes';
import { customersRoutes } from './http/routes';
import { serviceRequestRecords, serviceRequestRoutes } from './http/service-request-routes';
import { customerReads } from './persistence/customer-reads';
import { locationReads } from './persistence/location-reads';
import { serviceRequestReads } from './persistence/service-request-reads';
import { transactOn } from './persistence/transaction';
import { customersUseCases, type CustomersUseCases } from './use-cases';

export interface CustomersDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  /** Called after each change that was committed. */
  readonly committed: () => void;
  readonly geocoder: Geocoder;
}

/** The customers service, without its listener. */
export function customersApp({
  db,
  committed,
  geocoder,
  now,
  ...rest
}: CustomersDependencies): Koa {
  const readsOn = (run: Run) => ({
    customers: customerReads(run),
    locations: locationReads(run),
    serviceRequests: serviceRequestReads(run),
  });
  const reads = readsOn(runOn(db));
  const transact = transactOn(db, committed);
  const operations = customersUseCases({ ...reads, transact, geocoder, now });
  // Where an address is makes no difference to what would become of its location.
  const offline = { ...geocoder, locate: async (address: Address) => geocoder.estimate(address) };
  const dryRun: DryRun<CustomersUseCases> = (work) =>
    rolledBack(db, (tx) => {
      const tools = { ...readsOn(runOn(tx)), geocoder: offline, now };
      return work(customersUseCases({ ...tools, transact: transactOn(tx, () => undefined) }));
    });
  return createServiceApp({
    routers: [
      customersRoutes(operations),
      dryRuns(dryRun, adminRoutes),
      adminRoutes(operations),
      emptySandboxRoutes(emptyCompanyIn(db)),
      serviceRequestRoutes(operations),
      dashboardRoutes(operations),
      ...internalRoutes(operations, reads),
      serviceRequestRecords(operations),
    ],
    now,
    ...rest,
  });
}
