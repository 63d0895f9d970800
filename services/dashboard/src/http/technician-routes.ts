import type Router from '@koa/router';
import { listed, pageOf } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { techniciansQuery } from './schemas';

/** What people see of technicians beyond the API's operations. */
export const technicianRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter().get(
    '/technicians',
    personRoute('records', { query: techniciansQuery }, async ({ query, ...asker }) => {
      const page = pageOf(query);
      const { rows, total } = await dashboard.listTechnicians(asker, query, page);
      return listed(rows, page, total);
    }),
  );
