import { createServiceApp, type ServiceApp } from '@svc/http';
import type Koa from 'koa';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { customersRoutes } from './http/routes';
import { customersUseCases, type UseCaseSettings } from './use-cases';

export type CustomersDependencies = Omit<ServiceApp, 'routers'> & UseCaseSettings;

/** The customers service, without its listener. */
export function customersApp({
  db,
  committed,
  geocoder,
  now,
  ...rest
}: CustomersDependencies): Koa {
  const customers = customersUseCases({ db, committed, geocoder, now });
  return createServiceApp({
    routers: [customersRoutes(customers), adminRoutes(customers), ...internalRoutes(customers)],
    now,
    ...rest,
  });
}
