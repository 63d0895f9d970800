import type Router from '@koa/router';
import { found } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { searchResponse } from './responses';
import { searchQuery } from './schemas';

/** Each kind of record needs its own right. */
export const searchRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter().get(
    '/search',
    personRoute('own_account', { query: searchQuery }, async ({ query, view, ...requester }) =>
      found(searchResponse.present(await dashboard.searchRecords(requester, query.term), view)),
    ),
  );
