import type Router from '@koa/router';
import { found, listed, pageOf, written } from '@svc/http';
import type { CustomerRemovalAnswer } from '../../contract/customers';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute } from './person-routes';
import { customersQuery, pageQuery } from './schemas';

const removal = (id: number, removed: boolean): CustomerRemovalAnswer => ({
  customer_id: id,
  removed,
});

/** What people see and do of customers beyond the API's operations. */
export const customerRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/customers',
      personRoute('records', { query: customersQuery }, async ({ query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listCustomers(asker, query, page);
        return listed(rows, page, total);
      }),
    )
    .get(
      '/customers/:id',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getCustomer(asker, id)),
      ),
    )
    .get(
      '/customers/:id/locations',
      personRoute('records', { query: pageQuery }, async ({ id, query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listLocations(asker, id, page);
        return listed(rows, page, total);
      }),
    )
    .get(
      '/customers/:id/jobs',
      personRoute('records', { query: pageQuery }, async ({ id, query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listJobsOfCustomer(asker, id, page);
        return listed(rows, page, total);
      }),
    )
    .get(
      '/customers/:id/assets',
      personRoute('records', { query: pageQuery }, async ({ id, query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listAssetsOfCustomer(asker, id, page);
        return listed(rows, page, total);
      }),
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
