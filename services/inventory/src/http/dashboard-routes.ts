import type Router from '@koa/router';
import {
  adminRouter,
  created,
  found,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
  written,
} from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import {
  adjustmentAnswer,
  locationAnswer,
  shownItemAnswer,
  shownSupplierAnswer,
  shownTransactionAnswer,
  supplierAnswer,
  transferAnswer,
} from './answers';
import { adjustmentOf, locationChangesOf, locationInputOf, transferOf } from './inputs';
import {
  adjustStockOnceBody,
  editLocationBody,
  showItemTransactionsQuery,
  saveLocationBody,
  saveSupplierBody,
  showItemsQuery,
  showLocationsQuery,
  showSuppliersQuery,
  transferStockOnceBody,
} from './schemas';

/** What the dashboard shows of items, and how people move stock: once, however often it is sent. */
export const dashboardRoutes = (inventory: InventoryUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/items',
      listRoute(showItemsQuery, shownItemAnswer, ({ query, caller }, page) => {
        const { category, search, low_stock } = query;
        const filter = { category, search, isLow: low_stock || undefined };
        return inventory.showItems(caller.companyId, filter, page);
      }),
    )
    .get(
      '/dashboard/items/:id',
      recordRoute(shownItemAnswer, ({ id, caller }) => inventory.showItem(caller.companyId, id)),
    )
    .get(
      '/dashboard/items/:id/transactions',
      listRoute(
        showItemTransactionsQuery,
        shownTransactionAnswer,
        ({ id, query, caller }, page) => {
          const filter = { type: query.type };
          const asked = { companyId: caller.companyId, itemId: id, filter, page };
          return inventory.listItemTransactions(asked);
        },
      ),
    )
    .post(
      '/dashboard/items/:id/adjust',
      privateRoute({ body: adjustStockOnceBody }, async ({ id, body, caller }) => {
        const { idempotency_key: idempotencyKey } = body;
        const quantity = await inventory.adjustStock({
          ...adjustmentOf(body),
          caller,
          itemId: id,
          idempotencyKey,
        });
        return written('Stock adjusted.', adjustmentAnswer.present(quantity, viewOf(caller)));
      }),
    )
    .post(
      '/dashboard/stock-transfers',
      privateRoute({ body: transferStockOnceBody }, async ({ body, caller }) => {
        const { idempotency_key: idempotencyKey } = body;
        const transfer = await inventory.transferStock({
          ...transferOf(body),
          caller,
          idempotencyKey,
        });
        return written('Stock transferred.', transferAnswer.present(transfer, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/item-categories',
      privateRoute({}, async ({ caller }) =>
        found(await inventory.showCategories(caller.companyId)),
      ),
    );

/** Where parts are kept, and where they come from; the API only reads the former. */
export const placeRoutes = (inventory: InventoryUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/inventory-locations',
      listRoute(showLocationsQuery, locationAnswer, ({ query, caller }, page) => {
        const { search, type, active_only } = query;
        const filter = { search, type, isActive: active_only || undefined };
        return inventory.showInventoryLocations(caller.companyId, filter, page);
      }),
    )
    .post(
      '/dashboard/inventory-locations',
      privateRoute({ body: saveLocationBody }, async ({ body, caller }) => {
        const input = locationInputOf(body);
        const location = await inventory.createInventoryLocation({
          companyId: caller.companyId,
          input,
        });
        return created('Location created.', locationAnswer.present(location, viewOf(caller)));
      }),
    )
    .patch(
      '/dashboard/inventory-locations/:id',
      privateRoute({ body: editLocationBody }, async ({ id, body, caller }) => {
        const location = await inventory.editInventoryLocation({
          companyId: caller.companyId,
          locationId: id,
          changes: locationChangesOf(body),
        });
        return written('Location updated.', locationAnswer.present(location, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/suppliers',
      listRoute(showSuppliersQuery, shownSupplierAnswer, ({ query, caller }, page) =>
        inventory.showSuppliers(caller.companyId, query.search, page),
      ),
    )
    .post(
      '/dashboard/suppliers',
      privateRoute({ body: saveSupplierBody }, async ({ body, caller }) => {
        const supplier = await inventory.createSupplier(caller.companyId, body.name);
        return created('Supplier created.', supplierAnswer.present(supplier, viewOf(caller)));
      }),
    )
    .patch(
      '/dashboard/suppliers/:id',
      privateRoute({ body: saveSupplierBody }, async ({ id, body, caller }) => {
        const supplier = await inventory.renameSupplier(caller.companyId, {
          id,
          supplierName: body.name,
        });
        return written('Supplier updated.', supplierAnswer.present(supplier, viewOf(caller)));
      }),
    );
