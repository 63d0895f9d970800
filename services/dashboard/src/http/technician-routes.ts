import type Router from '@koa/router';
import { created, found, written } from '@svc/http';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { technicianBody, techniciansQuery } from './schemas';

/** What people see and do of technicians, whom the API only reads. */
export const technicianRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/technicians',
      personListRoute('records', techniciansQuery, ({ query, ...asker }, page) =>
        dashboard.listTechnicians(asker, query, page),
      ),
    )
    .get(
      '/technicians/:id',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getTechnician(asker, id)),
      ),
    )
    .post(
      '/technicians',
      personRoute('records', { body: technicianBody }, async ({ body, ...asker }) =>
        created('Technician created.', await dashboard.createTechnician(asker, body)),
      ),
    )
    .put(
      '/technicians/:id',
      personRoute('records', { body: technicianBody }, async ({ id, body, ...asker }) =>
        written('Technician updated.', await dashboard.editTechnician(asker, id, body)),
      ),
    )
    .get(
      '/skill-names',
      personRoute('records', {}, async (asker) => found(await dashboard.listSkillNames(asker))),
    );
