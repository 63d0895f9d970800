import { runOn } from '@svc/database';
import { createServiceApp, type ServiceApp } from '@svc/http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { inventoryRoutes } from './http/routes';
import { itemReads } from './persistence/item-reads';
import { ledgerAudit } from './persistence/ledger-audit';
import { locationReads } from './persistence/location-reads';
import { reservationReads } from './persistence/reservation-reads';
import { stockReads } from './persistence/stock-reads';
import { transactOn } from './persistence/transaction';
import { inventoryUseCases, type InventoryUseCases } from './use-cases';

export interface InventoryDependencies {
  readonly db: DataSource;
  readonly now: () => Date;
  /** Called after each change that was committed. */
  readonly committed: () => void;
}

/** What can be done with inventory, on a database. */
export function inventoryOn({ db, now, committed }: InventoryDependencies): InventoryUseCases {
  const run = runOn(db);
  return inventoryUseCases({
    items: itemReads(run),
    stock: stockReads(run),
    locations: locationReads(run),
    reservations: reservationReads(run),
    auditLedger: ledgerAudit(run),
    transact: transactOn(db, committed),
    now,
  });
}

/** The inventory service, without its listener. */
export const inventoryApp = (
  inventory: InventoryUseCases,
  settings: Omit<ServiceApp, 'routers'>,
): Koa =>
  createServiceApp({ routers: [inventoryRoutes(inventory), adminRoutes(inventory)], ...settings });
