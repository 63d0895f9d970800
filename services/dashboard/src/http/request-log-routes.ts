import type Router from '@koa/router';
import { found } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { loggedRequestQuery, loggedRequestsQuery } from './schemas';

/** The refused and failed requests with the company's API keys. */
export const requestLogRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/request-log',
      personListRoute('api_keys', loggedRequestsQuery, ({ query, ...asker }, page) =>
        dashboard.listLoggedRequests(asker, query, page),
      ),
    )
    .get(
      '/request-log/keys',
      personRoute('api_keys', {}, async (asker) => found(await dashboard.listLoggedKeys(asker))),
    )
    .get(
      '/request-log/:request_id',
      personRoute(
        'api_keys',
        { query: loggedRequestQuery },
        async ({ params, query, ...asker }) => {
          const { request_id: id = '' } = params;
          return found(await dashboard.getLoggedRequest(asker, id, query.operation));
        },
      ),
    );
