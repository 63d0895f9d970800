import { INVENTORY } from '@svc/contracts';
import {
  created,
  endpoint,
  found,
  getEndpoint,
  historyEndpoint,
  listEndpoint,
  serve,
  updateEndpoint,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import {
  besideItem,
  itemAnswer,
  itemHistoryAnswer,
  partReservationAnswer,
  removedReservationAnswer,
  stockAnswer,
} from './answers';
import * as operations from './operations';
import { createItemBody, reservePartBody } from './schemas';

export const inventoryRoutes = (inventory: InventoryUseCases): Served =>
  serve(INVENTORY, {
    listItems: listEndpoint(operations.listItems, ({ query, caller: { companyId } }) => {
      const filter = {
        category: query.category,
        externalId: query.external_id,
        search: query.search,
        isLow: query.low_stock || undefined,
        updatedFrom: query.updated_since,
      };
      return {
        page: (page) => inventory.listItems(companyId, filter, page),
        changes: (part) => inventory.listItemChanges(companyId, filter, part),
      };
    }),

    getItem: getEndpoint(operations.getItem, ({ ids, caller }) =>
      inventory.getItem(caller.companyId, ids.id),
    ),

    createItem: endpoint({ body: createItemBody }, async ({ body, caller }) => {
      const { quantityOnHand, warehouseId, locationId, ...entry } = body;
      const opening = {
        quantity: quantityOnHand ?? 0,
        locationId: locationId ?? warehouseId ?? null,
      };
      const item = await inventory.createItem({ caller, entry, opening });
      const view = viewOf(caller);
      const shown = itemAnswer.present(item, view);
      return created(operations.createItem.message, shown, besideItem.present(item.id, view));
    }),

    replaceItem: updateEndpoint(
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

    patchItem: updateEndpoint(
      operations.patchItem,
      ({ ids, body: changes, caller, precondition }) =>
        inventory.changeItem({ caller, itemId: ids.id, changes, precondition }),
    ),

    listItemStock: endpoint({}, async ({ ids, caller }) => {
      const { stock } = await inventory.getItem(caller.companyId, ids.id);
      const view = viewOf(caller);
      return found(stockAnswer.presentAll(stock, view), besideItem.present(ids.id, view));
    }),

    listItemTransactions: listEndpoint(
      operations.listItemTransactions,
      ({ ids, query, caller }) => {
        const filter = { type: query.type, createdFrom: query.updated_since };
        const { companyId } = caller;
        return {
          beside: besideItem.present(ids.id, viewOf(caller)),
          page: (page) => inventory.listItemTransactions(companyId, ids.id, filter, page),
          changes: (part) => inventory.listItemTransactionChanges(companyId, ids.id, filter, part),
        };
      },
    ),

    adjustStock: updateEndpoint(operations.adjustStock, ({ ids, body, caller }) =>
      inventory.adjustStock({ ...body, caller, itemId: ids.id }),
    ),

    transferStock: updateEndpoint(operations.transferStock, ({ body, caller }) =>
      inventory.transferStock({ ...body, caller }),
    ),

    listInventoryLocations: listEndpoint(
      operations.listInventoryLocations,
      ({ query, caller: { companyId } }) => {
        const filter = {
          type: query.type,
          isActive: query.active_only || undefined,
          updatedFrom: query.updated_since,
        };
        return {
          page: (page) => inventory.listInventoryLocations(companyId, filter, page),
          changes: (part) => inventory.listInventoryLocationChanges(companyId, filter, part),
        };
      },
    ),

    getInventoryLocation: getEndpoint(operations.getInventoryLocation, ({ ids, caller }) =>
      inventory.getInventoryLocation(caller.companyId, ids.location_id),
    ),

    listLowStock: listEndpoint(operations.listLowStock, ({ query, caller: { companyId } }) => {
      const filter = { isCritical: true as const, updatedFrom: query.updated_since };
      return {
        page: (page) => inventory.listItems(companyId, filter, page),
        changes: (part) => inventory.listItemChanges(companyId, filter, part),
      };
    }),

    listReservations: listEndpoint(
      operations.listReservations,
      ({ query, caller: { companyId } }) => {
        const filter = { jobId: query.job_id, updatedFrom: query.updated_since };
        return {
          page: (page) => inventory.listPartReservations(companyId, filter, page),
          changes: (part) => inventory.listPartReservationChanges(companyId, filter, part),
        };
      },
    ),

    createReservation: endpoint(
      { body: reservePartBody },
      async ({ body: { jobId, ...part }, caller }) => {
        const { reservation, isNew } = await inventory.reservePart({ caller, jobId, part });
        const shown = partReservationAnswer.present(reservation, viewOf(caller));
        return isNew
          ? created(operations.createReservation.message, shown)
          : written('Reservation updated.', shown);
      },
    ),

    deleteReservation: endpoint({}, async ({ ids, caller }) => {
      const id = ids.reservation_id;
      await inventory.removeReservation(caller, id);
      const removed = removedReservationAnswer.present({ id }, viewOf(caller));
      return written('Reservation removed.', removed);
    }),

    listItemHistory: historyEndpoint(itemHistoryAnswer, inventory.listItemHistory),
  });
