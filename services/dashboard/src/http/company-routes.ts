import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { TimezonesResponse } from '../../contract/responses';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { changeCompanyBody } from './schemas';

export const companyRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/timezones',
      personRoute('company_settings', {}, async () =>
        found({ timezones: await dashboard.listTimezones() } satisfies TimezonesResponse),
      ),
    )
    .patch(
      '/company',
      personRoute('company_settings', { body: changeCompanyBody }, async ({ body, ...requester }) =>
        written('Company saved.', await dashboard.changeCompany(requester, body)),
      ),
    );
