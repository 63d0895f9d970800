import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { firstStepResponse } from './responses';

export const overviewRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/overview/first-steps',
      personRoute('set_up', {}, async ({ view, ...requester }) =>
        found(firstStepResponse.presentAll(await dashboard.listFirstSteps(requester), view)),
      ),
    )
    .post(
      '/example-data',
      personRoute('set_up', {}, async (requester) => {
        await dashboard.fillSandbox(requester);
        return written('Example data added.', {});
      }),
    );
