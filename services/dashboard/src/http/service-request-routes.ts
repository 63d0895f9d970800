import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { newJobBody, serviceRequestsQuery } from './schemas';

/** What people see of service requests, and what they decide on them. */
export const serviceRequestRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/service-requests',
      personListRoute('records', serviceRequestsQuery, ({ query, ...asker }, page) =>
        dashboard.listServiceRequests(asker, query, page),
      ),
    )
    .get(
      '/service-requests/:id',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getServiceRequest(asker, id)),
      ),
    )
    .post(
      '/service-requests/:id/job',
      personRoute('records', { body: newJobBody }, async ({ id, body, ...asker }) =>
        written('Job created.', await dashboard.createJobOfRequest(asker, id, body)),
      ),
    )
    .post(
      '/service-requests/:id/decline',
      personRoute('records', {}, async ({ id, ...asker }) =>
        written('Service request declined.', await dashboard.declineServiceRequest(asker, id)),
      ),
    );
