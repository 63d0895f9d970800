import type Router from '@koa/router';
import { created, found, listed, pageOf, written, type Reply, type Schemas } from '@svc/http';
import type { Middleware } from 'koa';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personRoute, type PersonCall } from './person-routes';
import { requireFeature } from './require-feature';
import {
  adjustStockBody,
  inventoryLocationBody,
  inventoryLocationsQuery,
  inventoryQuery,
  supplierBody,
  suppliersQuery,
  transactionsQuery,
  transferStockBody,
} from './schemas';

/** A route for the people of companies that have the feature. */
const inventoryRoute = <Query = unknown, Body = unknown>(
  schemas: Schemas<Query, Body>,
  run: (call: PersonCall<Query, Body>) => Promise<Reply>,
): Middleware =>
  personRoute('records', schemas, async (call) => {
    requireFeature(call.company, 'inventory');
    return run(call);
  });

/** What people see of items and do with stock beyond the API's operations. */
export const inventoryRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/inventory',
      inventoryRoute({ query: inventoryQuery }, async ({ query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listItems(asker, query, page);
        return listed(rows, page, total);
      }),
    )
    .get(
      '/inventory/:id',
      inventoryRoute({}, async ({ id, ...asker }) => found(await dashboard.getItem(asker, id))),
    )
    .get(
      '/inventory/:id/transactions',
      inventoryRoute({ query: transactionsQuery }, async ({ id, query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listTransactions(asker, id, query, page);
        return listed(rows, page, total);
      }),
    )
    .post(
      '/inventory/:id/adjust',
      inventoryRoute({ body: adjustStockBody }, async ({ id, body, ...asker }) =>
        written('Stock adjusted.', await dashboard.adjustStock(asker, id, body)),
      ),
    )
    .post(
      '/inventory/transfer',
      inventoryRoute({ body: transferStockBody }, async ({ body, ...asker }) =>
        written('Stock transferred.', await dashboard.transferStock(asker, body)),
      ),
    )
    .get(
      '/item-categories',
      inventoryRoute({}, async (asker) => found(await dashboard.listItemCategories(asker))),
    );

/** Where parts are kept, and where they come from. */
export const inventoryPlaceRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/inventory-locations',
      inventoryRoute({ query: inventoryLocationsQuery }, async ({ query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listInventoryLocations(asker, query, page);
        return listed(rows, page, total);
      }),
    )
    .post(
      '/inventory-locations',
      inventoryRoute({ body: inventoryLocationBody }, async ({ body, ...asker }) =>
        created('Location created.', await dashboard.createInventoryLocation(asker, body)),
      ),
    )
    .patch(
      '/inventory-locations/:id',
      inventoryRoute({ body: inventoryLocationBody }, async ({ id, body, ...asker }) =>
        written('Location updated.', await dashboard.editInventoryLocation(asker, id, body)),
      ),
    )
    .get(
      '/suppliers',
      inventoryRoute({ query: suppliersQuery }, async ({ query, ...asker }) => {
        const page = pageOf(query);
        const { rows, total } = await dashboard.listSuppliers(asker, query, page);
        return listed(rows, page, total);
      }),
    )
    .post(
      '/suppliers',
      inventoryRoute({ body: supplierBody }, async ({ body, ...asker }) =>
        created('Supplier created.', await dashboard.createSupplier(asker, body)),
      ),
    )
    .patch(
      '/suppliers/:id',
      inventoryRoute({ body: supplierBody }, async ({ id, body, ...asker }) =>
        written('Supplier updated.', await dashboard.renameSupplier(asker, id, body)),
      ),
    );
