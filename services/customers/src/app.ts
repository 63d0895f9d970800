import { CUSTOMERS } from '@svc/contracts';
import {
  createCompanyEmptier,
  createDoOnce,
  createExternalIds,
  createRun,
  runRolledBack,
} from '@svc/database';
import {
  createContextRouters,
  createServiceApp,
  type DryRun,
  type RunOnce,
  type ServiceApp,
} from '@svc/http';
import type Koa from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import type { Address } from './domain/location';
import { locateOutside, type Geocoder } from './geocoding/geocoder';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { customersRoutes } from './http/routes';
import { createCustomerHistory } from './persistence/customer-history';
import { createCustomerReads } from './persistence/customer-reads';
import { createLocationReads } from './persistence/locations';
import { createServiceRequestReads } from './persistence/service-requests';
import { createWrites } from './persistence/transaction';
import { createCustomersUseCases, type CustomersUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface CustomersDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
  readonly onCommitted: () => void;
  /** Called after each decision on a company's service requests; they have no event. */
  readonly serviceRequestsChanged: (companyId: number) => void;
  readonly geocoder: Geocoder;
}

const HAS_LIVE_CUSTOMER = `exists (
  select from customers customer
  where customer.company_id = record.company_id and customer.id = record.customer_id
    and customer.deleted_at is null)`;

export function createCustomersApp({
  db,
  onCommitted,
  serviceRequestsChanged,
  geocoder,
  now,
  log,
  ...rest
}: CustomersDependencies): Koa {
  const createDependencies = (
    on: DataSource | EntityManager,
    used: Pick<Dependencies, 'geocoder' | 'serviceRequestsChanged'>,
    notify: () => void,
  ): Dependencies => {
    const run = createRun(on);
    return {
      customers: createCustomerReads(run),
      history: createCustomerHistory(run),
      locations: createLocationReads(run),
      serviceRequests: createServiceRequestReads(run),
      externalIds: createExternalIds(run, {
        customers: { among: 'record.deleted_at is null' },
        locations: { isLive: HAS_LIVE_CUSTOMER },
      }),
      ...createWrites(on, notify),
      ...used,
      now,
    };
  };
  const dependencies = createDependencies(db, { geocoder, serviceRequestsChanged }, onCommitted);
  const useCases = createCustomersUseCases(dependencies);
  /** Notifies nobody: the transaction is rolled back, or not committed yet. */
  const createUseCasesIn = (tx: EntityManager, used: Geocoder): CustomersUseCases => {
    const silent = { geocoder: used, serviceRequestsChanged: () => undefined };
    return createCustomersUseCases(createDependencies(tx, silent, () => undefined));
  };
  // Coordinates do not change the outcome of a dry run, so no provider is called.
  const offline = { ...geocoder, locate: async (address: Address) => geocoder.estimate(address) };
  const dryRun: DryRun<CustomersUseCases> = (work) =>
    runRolledBack(db, (tx) => work(createUseCasesIn(tx, offline)));
  const runOnce: RunOnce<CustomersUseCases> = createDoOnce(
    db,
    (tx, callOutside) => createUseCasesIn(tx, locateOutside(geocoder, callOutside)),
    onCommitted,
  );
  return createServiceApp({
    routers: [
      ...createContextRouters({
        contract: CUSTOMERS,
        useCases,
        createRoutes: customersRoutes,
        createAdminRoutes: adminRoutes,
        runOnce,
        dryRun,
        emptyCompany: createCompanyEmptier(db),
        log,
      }),
      ...internalRoutes(useCases, dependencies),
    ],
    batchedOperations: ['updateCustomer'],
    now,
    log,
    ...rest,
  });
}
