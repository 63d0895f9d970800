import type Router from '@koa/router';
import {
  createAdminRouter,
  created,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  found,
  addManifestRoutes,
  written,
} from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import type { AppliedItem } from '../use-cases/apply-items';
import {
  adjustmentResponse,
  auditResponse,
  detailedItemResponse,
  detailedTransactionResponse,
  listedSupplierResponse,
  locationResponse,
  reservationResponse,
  supplierResponse,
  transferResponse,
} from './responses';
import { toApplyItem } from './manifest-movements';
import {
  adjustStockOnceBody,
  applyItemBody,
  createLocationBody,
  detailedItemsQuery,
  editLocationBody,
  listJobReservationsQuery,
  locationsByNameQuery,
  saveLocationBody,
  saveSupplierBody,
  suppliersQuery,
  transactionsOfItemQuery,
  transferStockOnceBody,
} from './schemas';

const presentApplied = ({ itemId, outcome }: AppliedItem) => ({ item_id: itemId, outcome });

export const adminRoutes = (inventory: InventoryUseCases): Router =>
  addManifestRoutes(createAdminRouter(), {
    path: '/items',
    entry: applyItemBody,
    key: 'partNumber',
    save: async (caller, entries) =>
      (await inventory.applyItems(caller, entries.map(toApplyItem))).map(presentApplied),
  })
    .get(
      '/items',
      createListRoute(detailedItemsQuery, detailedItemResponse, ({ query, caller }, page) => {
        const { category, search, low_stock } = query;
        const filter = { category, search, isCritical: low_stock || undefined };
        return inventory.listDetailedItems(caller.companyId, filter, page);
      }),
    )
    .get(
      '/items/:id',
      createRecordRoute(detailedItemResponse, ({ id, caller }) =>
        inventory.getDetailedItem(caller.companyId, id),
      ),
    )
    .get(
      '/items/:id/transactions',
      createListRoute(
        transactionsOfItemQuery,
        detailedTransactionResponse,
        ({ id, query, caller }, page) =>
          inventory.listItemTransactions(caller.companyId, id, { type: query.type }, page),
      ),
    )
    .post(
      '/items/:id/adjust',
      createPrivateRoute({ body: adjustStockOnceBody }, async ({ id, body, caller, view }) => {
        const quantity = await inventory.adjustStock({ ...body, caller, itemId: id });
        return written('Stock adjusted.', adjustmentResponse.present(quantity, view));
      }),
    )
    .post(
      '/stock-transfers',
      createPrivateRoute({ body: transferStockOnceBody }, async ({ body, caller, view }) => {
        const transfer = await inventory.transferStock({ ...body, caller });
        return written('Stock transferred.', transferResponse.present(transfer, view));
      }),
    )
    .get(
      '/item-categories',
      createPrivateRoute({}, async ({ caller }) =>
        found(await inventory.listItemCategories(caller.companyId)),
      ),
    )
    .get(
      '/reservations',
      createListRoute(listJobReservationsQuery, reservationResponse, ({ query, caller }, page) => {
        const filter = { jobId: query.job_id, status: query.status };
        return inventory.listJobReservations(caller.companyId, filter, page);
      }),
    )
    .post(
      '/reconcile',
      createRecordRoute(auditResponse, ({ caller }) => inventory.reconcile(caller.companyId)),
    )
    .put(
      '/inventory-locations',
      createPrivateRoute({ body: saveLocationBody }, async ({ body, caller }) => {
        const { id, outcome } = await inventory.saveInventoryLocation(caller, body);
        return found({ location_id: id, outcome });
      }),
    )
    .get(
      '/inventory-locations',
      createListRoute(locationsByNameQuery, locationResponse, ({ query, caller }, page) => {
        const { search, type, active_only } = query;
        const filter = { search, type, isActive: active_only || undefined };
        return inventory.listInventoryLocationsByName(caller.companyId, filter, page);
      }),
    )
    .post(
      '/inventory-locations',
      createPrivateRoute({ body: createLocationBody }, async ({ body, caller, view }) => {
        const location = await inventory.createInventoryLocation(caller, body);
        return created('Location created.', locationResponse.present(location, view));
      }),
    )
    .patch(
      '/inventory-locations/:id',
      createPrivateRoute({ body: editLocationBody }, async ({ id, body, caller, view }) => {
        const location = await inventory.editInventoryLocation(caller, id, body);
        return written('Location updated.', locationResponse.present(location, view));
      }),
    )
    .put(
      '/suppliers',
      createPrivateRoute({ body: saveSupplierBody }, async ({ body, caller }) => {
        const { id, outcome } = await inventory.saveSupplier(caller.companyId, body.name);
        return found({ supplier_id: id, outcome });
      }),
    )
    .get(
      '/suppliers',
      createListRoute(suppliersQuery, listedSupplierResponse, ({ query, caller }, page) =>
        inventory.listSuppliers(caller.companyId, query.search, page),
      ),
    )
    .post(
      '/suppliers',
      createPrivateRoute({ body: saveSupplierBody }, async ({ body, caller, view }) => {
        const supplier = await inventory.createSupplier(caller.companyId, body.name);
        return created('Supplier created.', supplierResponse.present(supplier, view));
      }),
    )
    .patch(
      '/suppliers/:id',
      createPrivateRoute({ body: saveSupplierBody }, async ({ id, body, caller, view }) => {
        const wanted = { id, supplierName: body.name };
        const supplier = await inventory.renameSupplier(caller.companyId, wanted);
        return written('Supplier updated.', supplierResponse.present(supplier, view));
      }),
    );
