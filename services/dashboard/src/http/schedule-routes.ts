import type Router from '@koa/router';
import { found } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { scheduleQuery } from './schemas';

/** Who does what when. Technicians are a question of their own: they stay the same from day to day. */
export const scheduleRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/schedule/jobs',
      personRoute('records', { query: scheduleQuery }, async ({ query, ...asker }) =>
        found(await dashboard.showScheduledJobs(asker, query)),
      ),
    )
    .get(
      '/schedule/technicians',
      personRoute('records', {}, async (asker) =>
        found(await dashboard.showScheduledTechnicians(asker)),
      ),
    );
