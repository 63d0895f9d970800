import { rolledBack } from '@svc/database';
import { createServiceApp, dryRuns, type DryRun, type ServiceApp } from '@svc/http';
import type Koa from 'koa';
import type { DataSource, EntityManager } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { notifications } from './persistence/notifications';
import { transactOn } from './persistence/transaction';
import { userRepository } from './persistence/user-repository';
import { dashboardUseCases, type DashboardUseCases } from './use-cases';

export interface DashboardDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
}

/** The dashboard service, without its listener. */
export function dashboardApp({ db, now, ...rest }: DashboardDependencies): Koa {
  const useCasesOn = (on: DataSource | EntityManager) =>
    dashboardUseCases({
      users: userRepository(db.manager),
      notifications: notifications(db),
      transact: transactOn(on),
      now,
    });
  const dryRun: DryRun<DashboardUseCases> = (work) => rolledBack(db, (tx) => work(useCasesOn(tx)));
  const routers = [dryRuns(dryRun, adminRoutes), adminRoutes(useCasesOn(db))];
  return createServiceApp({ routers, now, ...rest });
}
