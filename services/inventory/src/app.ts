import { INVENTORY } from '@svc/contracts';
import {
  createCompanyEmptier,
  createDoOnce,
  createExternalIds,
  createRun,
  runRolledBack,
  type EmptyCompany,
} from '@svc/database';
import {
  createContextRouters,
  createServiceApp,
  type DryRun,
  type RunOnce,
  type ServiceApp,
  type ServiceClient,
} from '@svc/http';
import { createRecordHistory } from '@svc/outbox';
import type Koa from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { internalRoutes } from './http/internal-routes';
import { inventoryRoutes } from './http/routes';
import { createSetJobPart, type SetJobPart } from './owners/jobs';
import { createItemReads } from './persistence/item-reads';
import { ledgerAudit } from './persistence/ledger-audit';
import { createLocationReads } from './persistence/locations';
import { addPlanned } from './persistence/planned-records';
import {
  createPartReservationReads,
  createReservationReads,
} from './persistence/reservation-reads';
import { stockArrivals } from './persistence/stock-arrivals';
import { createStockReads } from './persistence/stock-reads';
import { createSupplierReads } from './persistence/suppliers';
import { createWrites } from './persistence/transaction';
import { createInventoryUseCases, type InventoryUseCases } from './use-cases';
import type { Dependencies } from './use-cases/dependencies';

export interface InventoryDependencies {
  readonly db: DataSource;
  readonly jobs: Pick<ServiceClient, 'call'>;
  readonly now: () => Date;
  readonly onCommitted: () => void;
}

export type Inventory = InventoryUseCases & {
  readonly dryRun: DryRun<InventoryUseCases>;
  readonly runOnce: RunOnce<InventoryUseCases>;
  readonly emptyCompany: EmptyCompany;
};

export function createInventory({ db, jobs, now, onCommitted }: InventoryDependencies): Inventory {
  const createDependencies = (
    on: DataSource | EntityManager,
    whenCommitted: () => void,
    setJobPart = createSetJobPart(jobs),
  ): Dependencies => {
    const run = createRun(on);
    return {
      items: createItemReads(run),
      history: createRecordHistory(run),
      stock: createStockReads(run),
      locations: createLocationReads(run),
      suppliers: createSupplierReads(run),
      reservations: createReservationReads(run),
      arrivals: stockArrivals(run),
      partReservations: createPartReservationReads(run),
      setJobPart,
      auditLedger: ledgerAudit(run),
      externalIds: createExternalIds(run, { items: {} }),
      ...createWrites(on, whenCommitted),
      now,
    };
  };
  const dependencies = createDependencies(db, onCommitted);
  const dryRun: DryRun<InventoryUseCases> = (work) =>
    runRolledBack(db, (tx) => {
      const inventory = createInventoryUseCases({
        ...dependencies,
        ...createWrites(tx, () => undefined),
      });
      const applyItems: InventoryUseCases['applyItems'] = async (caller, wanted) => {
        await addPlanned(createRun(tx), caller, wanted);
        return inventory.applyItems(caller, wanted);
      };
      return work({ ...inventory, applyItems });
    });
  const runOnce = createDoOnce(
    db,
    (tx, ask) => {
      const setJobPart: SetJobPart = (jobId, part, caller) =>
        ask(`${jobId} ${JSON.stringify(part)}`, () => dependencies.setJobPart(jobId, part, caller));
      return createInventoryUseCases(createDependencies(tx, () => undefined, setJobPart));
    },
    onCommitted,
  );
  return {
    ...createInventoryUseCases(dependencies),
    dryRun,
    runOnce,
    emptyCompany: createCompanyEmptier(db),
  };
}

export function createInventoryApp(
  inventory: Inventory,
  settings: Omit<ServiceApp, 'routers'>,
): Koa {
  return createServiceApp({
    routers: [
      ...createContextRouters({
        contract: INVENTORY,
        useCases: inventory,
        createRoutes: inventoryRoutes,
        createAdminRoutes: adminRoutes,
        runOnce: inventory.runOnce,
        dryRun: inventory.dryRun,
        emptyCompany: inventory.emptyCompany,
        log: settings.log,
      }),
      internalRoutes(inventory),
    ],
    batchedOperations: ['patchItem', 'replaceItem'],
    ...settings,
  });
}
