import type Router from '@koa/router';
import {
  adminRouter,
  created,
  found,
  listed,
  pageOf,
  privateRoute,
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
  listItemTransactionsQuery,
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
      privateRoute({ query: showItemsQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const { category, search, low_stock } = query;
        const filter = { category, search, isLow: low_stock || undefined };
        const { items, total } = await inventory.showItems(caller.companyId, filter, page);
        return listed(shownItemAnswer.presentAll(items, viewOf(caller)), page, total);
      }),
    )
    .get(
      '/dashboard/items/:id',
      privateRoute({}, async ({ id, caller }) => {
        const item = await inventory.showItem(caller.companyId, id);
        return found(shownItemAnswer.present(item, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/items/:id/transactions',
      privateRoute({ query: listItemTransactionsQuery }, async ({ id, query, caller }) => {
        const page = pageOf(query);
        const asked = { companyId: caller.companyId, itemId: id, type: query.type, page };
        const { transactions, total } = await inventory.listItemTransactions(asked);
        const rows = shownTransactionAnswer.presentAll(transactions, viewOf(caller));
        return listed(rows, page, total);
      }),
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
      privateRoute({ query: showLocationsQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const { search, type, active_only } = query;
        const filter = { search, type, isActive: active_only || undefined };
        const shown = await inventory.showInventoryLocations(caller.companyId, filter, page);
        const rows = locationAnswer.presentAll(shown.locations, viewOf(caller));
        return listed(rows, page, shown.total);
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
      privateRoute({ query: showSuppliersQuery }, async ({ query, caller }) => {
        const page = pageOf(query);
        const shown = await inventory.showSuppliers(caller.companyId, query.search, page);
        const rows = shownSupplierAnswer.presentAll(shown.suppliers, viewOf(caller));
        return listed(rows, page, shown.total);
      }),
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
        const supplier = await inventory.renameSupplier(caller.companyId, { id, name: body.name });
        return written('Supplier updated.', supplierAnswer.present(supplier, viewOf(caller)));
      }),
    );
