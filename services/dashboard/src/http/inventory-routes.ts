import type Router from '@koa/router';
import { created, found, written, type Reply, type PageQuery, type Schemas } from '@svc/http';
import type { Page } from '@svc/kernel';
import type { ObjectSchema } from 'joi';
import type { Middleware } from 'koa';
import type { Listed } from '../owners/list-from';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute, type PersonCall } from './person-routes';
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

const inventoryListRoute = <Query extends PageQuery>(
  query: ObjectSchema<Query>,
  read: (call: PersonCall<Query, unknown>, page: Page) => Promise<Listed<unknown>>,
): Middleware =>
  personListRoute('records', query, (call, page) => {
    requireFeature(call.company, 'inventory');
    return read(call, page);
  });

/** What people see of items and do with stock beyond the API's operations. */
export const inventoryRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/inventory',
      inventoryListRoute(inventoryQuery, ({ query, ...asker }, page) =>
        dashboard.listItems(asker, query, page),
      ),
    )
    .get(
      '/inventory/:id',
      inventoryRoute({}, async ({ id, ...asker }) => found(await dashboard.getItem(asker, id))),
    )
    .get(
      '/inventory/:id/transactions',
      inventoryListRoute(transactionsQuery, ({ id, query, ...asker }, page) =>
        dashboard.listTransactions(asker, id, query, page),
      ),
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
      inventoryListRoute(inventoryLocationsQuery, ({ query, ...asker }, page) =>
        dashboard.listInventoryLocations(asker, query, page),
      ),
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
      inventoryListRoute(suppliersQuery, ({ query, ...asker }, page) =>
        dashboard.listSuppliers(asker, query, page),
      ),
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
