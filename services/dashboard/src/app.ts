import { createServiceApp, type ServiceApp } from '@svc/http';
import type Koa from 'koa';
import type { DataSource } from 'typeorm';
import { adminRoutes } from './http/admin-routes';
import { notifications } from './persistence/notifications';
import { transactOn } from './persistence/transaction';
import { userRepository } from './persistence/user-repository';
import { dashboardUseCases } from './use-cases';

export interface DashboardDependencies extends Omit<ServiceApp, 'routers'> {
  readonly db: DataSource;
}

/** The dashboard service, without its listener. */
export function dashboardApp({ db, now, ...rest }: DashboardDependencies): Koa {
  const dashboard = dashboardUseCases({
    users: userRepository(db.manager),
    notifications: notifications(db),
    transact: transactOn(db),
    now,
  });
  return createServiceApp({ routers: [adminRoutes(dashboard)], now, ...rest });
}
