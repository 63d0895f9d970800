import { runOn } from '@svc/database';
import { createServiceApp, type ServiceApp } from '@svc/http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import type { Geocoder } from './geocoding/geocoder';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { customersRoutes } from './http/routes';
import { serviceRequestRecords, serviceRequestRoutes } from './http/service-request-routes';
import { customerReads } from './persistence/customer-reads';
import { locationReads } from './persistence/location-reads';
import { serviceRequestReads } from './persistence/service-request-reads';
import { transactOn } from './persistence/transaction';
import { customersUseCases } from './use-cases';

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
  const run = runOn(db);
  const customers = customerReads(run);
  const locations = locationReads(run);
  const transact = transactOn(db, committed);
  const operations = customersUseCases({
    transact,
    customers,
    locations,
    serviceRequests: serviceRequestReads(run),
    geocoder,
    now,
  });
  return createServiceApp({
    routers: [
      customersRoutes(operations),
      adminRoutes(operations),
      serviceRequestRoutes(operations),
      ...internalRoutes(operations, { customers, locations }),
      serviceRequestRecords(operations),
    ],
    now,
    ...rest,
  });
}
