import type Router from '@koa/router';
import { written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { newJobBody } from './schemas';

export const serviceRequestRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .post(
      '/service-requests/:id/job',
      personRoute('change_customers', { body: newJobBody }, async ({ id, body, ...requester }) =>
        written('Job created.', await dashboard.createJobOfRequest(requester, id, body)),
      ),
    )
    .post(
      '/service-requests/:id/decline',
      personRoute('change_customers', {}, async ({ id, ...requester }) =>
        written('Service request declined.', await dashboard.declineServiceRequest(requester, id)),
      ),
    );
