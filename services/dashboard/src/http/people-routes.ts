import type Router from '@koa/router';
import type { DashboardUseCases } from '../use-cases';
import { accountRoutes } from './account-routes';
import { activityRoutes } from './activity-routes';
import { apiKeyRoutes } from './api-key-routes';
import { assetRoutes, meterRoutes } from './asset-routes';
import { companyRoutes } from './company-routes';
import { customerRoutes } from './customer-routes';
import { inventoryPlaceRoutes, inventoryRoutes } from './inventory-routes';
import { invoiceRoutes, jobRoutes } from './job-routes';
import { notificationRoutes } from './notification-routes';
import { operationRoutes } from './operation-routes';
import { overviewRoutes } from './overview-routes';
import { requestLogRoutes } from './request-log-routes';
import { scheduleRoutes } from './schedule-routes';
import { serviceRequestRoutes } from './service-request-routes';
import { sessionRoutes } from './session-routes';
import { teamRoutes } from './team-routes';
import { technicianRoutes } from './technician-routes';
import { deliveryRoutes, endpointRoutes } from './webhook-routes';

/** All that people's browsers ask below /dashboard/api, but for the stream of changes. */
export const peopleRoutes = (dashboard: DashboardUseCases): readonly Router[] =>
  [
    sessionRoutes,
    accountRoutes,
    teamRoutes,
    companyRoutes,
    notificationRoutes,
    activityRoutes,
    apiKeyRoutes,
    requestLogRoutes,
    endpointRoutes,
    deliveryRoutes,
    overviewRoutes,
    scheduleRoutes,
    jobRoutes,
    invoiceRoutes,
    technicianRoutes,
    customerRoutes,
    assetRoutes,
    meterRoutes,
    inventoryRoutes,
    inventoryPlaceRoutes,
    serviceRequestRoutes,
    operationRoutes,
  ].map((routes) => routes(dashboard));
