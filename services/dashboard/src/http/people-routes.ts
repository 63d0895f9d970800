import type Router from '@koa/router';
import type { DashboardUseCases } from '../use-cases';
import { accountRoutes } from './account-routes';
import { activityRoutes } from './activity-routes';
import { calendarRoutes } from './calendar-routes';
import { companyRoutes } from './company-routes';
import { forwardedRoutes } from './forwarded-routes';
import { notificationRoutes } from './notification-routes';
import { operationRoutes } from './operation-routes';
import { overviewRoutes } from './overview-routes';
import { searchRoutes } from './search-routes';
import { serviceRequestRoutes } from './service-request-routes';
import { sessionRoutes } from './session-routes';
import { teamRoutes } from './team-routes';

export const peopleRoutes = (dashboard: DashboardUseCases): readonly Router[] =>
  [
    sessionRoutes,
    accountRoutes,
    teamRoutes,
    companyRoutes,
    notificationRoutes,
    activityRoutes,
    searchRoutes,
    serviceRequestRoutes,
    overviewRoutes,
    calendarRoutes,
    forwardedRoutes,
    operationRoutes,
  ].map((routes) => routes(dashboard));
