import type Router from '@koa/router';
import { found, written } from '@svc/http';
import type { CustomerRemovalAnswer } from '../../contract/customers';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { customersQuery, locationsQuery, pageQuery } from './schemas';

const removal = (id: number, removed: boolean): CustomerRemovalAnswer => ({
  customer_id: id,
  removed,
});

/** What people see and do of customers beyond the API's operations. */
export const customerRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/customers',
      personListRoute('records', customersQuery, ({ query, ...asker }, page) =>
        dashboard.listCustomers(asker, query, page),
      ),
    )
    .get(
      '/customers/:id',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getCustomer(asker, id)),
      ),
    )
    .get(
      '/customers/:id/history',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listCustomerHistory(asker, id, page),
      ),
    )
    .get(
      '/customers/:id/locations',
      personListRoute('records', locationsQuery, ({ id, query, ...asker }, page) =>
        dashboard.listLocations(asker, id, query, page),
      ),
    )
    .get(
      '/customers/:id/jobs',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listJobsOfCustomer(asker, id, page),
      ),
    )
    .get(
      '/customers/:id/assets',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listAssetsOfCustomer(asker, id, page),
      ),
    )
    .post(
      '/customers/:id/remove',
      personRoute('records', {}, async ({ id, ...asker }) => {
        await dashboard.removeCustomer(asker, id);
        return written('Customer removed.', removal(id, true));
      }),
    )
    .post(
      '/customers/:id/restore',
      personRoute('records', {}, async ({ id, ...asker }) => {
        await dashboard.restoreCustomer(asker, id);
        return written('Customer restored.', removal(id, false));
      }),
    );
