import { INVENTORY } from '@svc/contracts';
import {
  createCompanyListHandler,
  created,
  createGetHandler,
  createHandler,
  createHistoryHandler,
  createListHandler,
  createUpdateHandler,
  found,
  serve,
  toView,
  written,
  type ServedRoutes,
} from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import * as responses from './responses';
import * as operations from './operations';
import { createItemBody, reservePartBody } from './schemas';

export const inventoryRoutes = (inventory: InventoryUseCases): ServedRoutes =>
  serve(INVENTORY, {
    listItems: createCompanyListHandler(
      operations.listItems,
      { list: inventory.listItems, listChanges: inventory.listItemChanges },
      (query) => ({
        ids: query.ids,
        category: query.category,
        externalId: query.external_id,
        search: query.search,
        isLow: query.low_stock || undefined,
        updatedFrom: query.updated_since,
      }),
    ),

    getItem: createGetHandler(operations.getItem, ({ ids, caller }) =>
      inventory.getItem(caller.companyId, ids.id),
    ),

    createItem: createHandler({ body: createItemBody }, async ({ body, caller }) => {
      const { quantityOnHand, warehouseId, locationId, ...entry } = body;
      const opening = {
        quantity: quantityOnHand ?? 0,
        locationId: locationId ?? warehouseId ?? null,
      };
      const item = await inventory.createItem({ caller, entry, opening });
      const view = toView(caller);
      const shown = responses.itemResponse.present(item, view);
      return created(
        operations.createItem.message,
        shown,
        responses.besideItem.present(item.id, view),
      );
    }),

    replaceItem: createUpdateHandler(
      operations.replaceItem,
      ({ ids, body: changes, caller, precondition }) =>
        inventory.changeItem({ caller, itemId: ids.id, changes, precondition }),
    ),

    upsertItem: {
      update: 'replaceItem',
      create: 'createItem',
      selector: 'id',
      find: ({ caller, externalId }) =>
        inventory.findByExternalId('items', caller.companyId, externalId),
    },

    patchItem: createUpdateHandler(
      operations.patchItem,
      ({ ids, body: changes, caller, precondition }) =>
        inventory.changeItem({ caller, itemId: ids.id, changes, precondition }),
    ),

    listItemStock: createHandler({}, async ({ ids, caller }) => {
      const { stock } = await inventory.getItem(caller.companyId, ids.id);
      const view = toView(caller);
      return found(
        responses.stockResponse.presentAll(stock, view),
        responses.besideItem.present(ids.id, view),
      );
    }),

    listItemTransactions: createListHandler(
      operations.listItemTransactions,
      ({ ids, query, caller }) => {
        const filter = { type: query.type, createdFrom: query.updated_since };
        const { companyId } = caller;
        return {
          beside: responses.besideItem.present(ids.id, toView(caller)),
          page: (page) => inventory.listItemTransactions(companyId, ids.id, filter, page),
          changes: (part) => inventory.listItemTransactionChanges(companyId, ids.id, filter, part),
        };
      },
    ),

    adjustStock: createUpdateHandler(operations.adjustStock, ({ ids, body, caller }) =>
      inventory.adjustStock({ ...body, caller, itemId: ids.id }),
    ),

    transferStock: createUpdateHandler(operations.transferStock, ({ body, caller }) =>
      inventory.transferStock({ ...body, caller }),
    ),

    listInventoryLocations: createCompanyListHandler(
      operations.listInventoryLocations,
      {
        list: inventory.listInventoryLocations,
        listChanges: inventory.listInventoryLocationChanges,
      },
      (query) => ({
        type: query.type,
        isActive: query.active_only || undefined,
        updatedFrom: query.updated_since,
      }),
    ),

    getInventoryLocation: createGetHandler(operations.getInventoryLocation, ({ ids, caller }) =>
      inventory.getInventoryLocation(caller.companyId, ids.location_id),
    ),

    listLowStock: createCompanyListHandler(
      operations.listLowStock,
      { list: inventory.listItems, listChanges: inventory.listItemChanges },
      (query) => ({ isCritical: true as const, updatedFrom: query.updated_since }),
    ),

    listReservations: createCompanyListHandler(
      operations.listReservations,
      { list: inventory.listPartReservations, listChanges: inventory.listPartReservationChanges },
      (query) => ({ jobId: query.job_id, updatedFrom: query.updated_since }),
    ),

    createReservation: createHandler(
      { body: reservePartBody },
      async ({ body: { jobId, ...part }, caller }) => {
        const { reservation, isNew } = await inventory.reservePart({ caller, jobId, part });
        const shown = responses.partReservationResponse.present(reservation, toView(caller));
        return isNew
          ? created(operations.createReservation.message, shown)
          : written('Reservation updated.', shown);
      },
    ),

    deleteReservation: createHandler({}, async ({ ids, caller }) => {
      const id = ids.reservation_id;
      await inventory.removeReservation(caller, id);
      const removed = responses.removedReservationResponse.present({ id }, toView(caller));
      return written('Reservation removed.', removed);
    }),

    listItemHistory: createHistoryHandler(responses.itemHistoryResponse, inventory.listItemHistory),
  });
