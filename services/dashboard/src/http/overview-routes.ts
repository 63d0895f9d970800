import type Router from '@koa/router';
import { found } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';

/** What the first page shows; each part is a question of its own, so that one that fails fails alone. */
export const overviewRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/overview/requests',
      personRoute('overview', {}, async (asker) => found(await dashboard.countRequests(asker))),
    )
    .get(
      '/overview/deliveries',
      personRoute('webhooks', {}, async (asker) => found(await dashboard.countDeliveries(asker))),
    );
