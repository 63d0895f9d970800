import { INVENTORY } from '@svc/contracts';
import {
  created,
  endpoint,
  fields,
  found,
  foundVersion,
  historyEndpoint,
  listEndpoint,
  serve,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import { completed } from '../domain/item';
import type { InventoryUseCases } from '../use-cases';
import {
  adjustmentAnswer,
  besideItem,
  itemAnswer,
  itemHistoryAnswer,
  itemWithStockAnswer,
  locationAnswer,
  locationWithStockAnswer,
  partReservationAnswer,
  removedItemAnswer,
  removedReservationAnswer,
  stockAnswer,
  transactionAnswer,
  transferAnswer,
} from './answers';
import { adjustmentOf, changesOf, itemInputOf, reservationOf, transferOf } from './inputs';
import {
  adjustStockBody,
  createItemBody,
  listInventoryLocationsQuery,
  listItemsQuery,
  listItemTransactionsQuery,
  listPartReservationsQuery,
  patchItemBody,
  replaceItemBody,
  reservePartBody,
  transferStockBody,
} from './schemas';

export const inventoryRoutes = (inventory: InventoryUseCases): Served =>
  serve(INVENTORY, {
    listItems: listEndpoint(
      { query: listItemsQuery, shown: itemAnswer, removed: removedItemAnswer },
      ({ query, caller: { companyId } }) => {
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
      },
    ),

    getItem: endpoint({}, async ({ ids, caller }) => {
      const item = await inventory.getItem(caller.companyId, ids.id);
      return foundVersion(item.item.version, itemWithStockAnswer.present(item, viewOf(caller)));
    }),

    createItem: endpoint({ body: createItemBody }, async ({ body, caller }) => {
      const item = await inventory.createItem({
        caller,
        input: itemInputOf(body),
        opening: {
          quantity: body.quantity_on_hand ?? 0,
          locationId: body.location_id ?? body.warehouse_id ?? null,
        },
      });
      const view = viewOf(caller);
      const shown = itemAnswer.present(item, view);
      return created('Item created.', shown, besideItem.present(item.id, view));
    }),

    replaceItem: endpoint(
      { body: replaceItemBody },
      async ({ ids, body, caller, precondition }) => {
        // A client that knows the specification alone would reset what it has never heard of.
        const changes = { ...completed(itemInputOf(body)), externalId: body.external_id };
        const item = await inventory.changeItem({ caller, itemId: ids.id, changes, precondition });
        return written('Item updated.', itemAnswer.present(item, viewOf(caller)));
      },
    ),

    upsertItem: {
      update: 'replaceItem',
      create: 'createItem',
      selector: 'id',
      find: ({ caller, externalId }) =>
        inventory.findByExternalId('items', caller.companyId, externalId),
    },

    patchItem: endpoint({ body: patchItemBody }, async ({ ids, body, caller, precondition }) => {
      const changes = changesOf(body);
      const item = await inventory.changeItem({ caller, itemId: ids.id, changes, precondition });
      return written('Item updated.', itemAnswer.present(item, viewOf(caller)));
    }),

    listItemStock: endpoint({}, async ({ ids, caller }) => {
      const { stock } = await inventory.getItem(caller.companyId, ids.id);
      const view = viewOf(caller);
      return found(stockAnswer.presentAll(stock, view), besideItem.present(ids.id, view));
    }),

    listItemTransactions: listEndpoint(
      { query: listItemTransactionsQuery, shown: transactionAnswer },
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

    adjustStock: endpoint({ body: adjustStockBody }, async ({ ids, body, caller }) => {
      const quantity = await inventory.adjustStock({
        ...adjustmentOf(body),
        caller,
        itemId: ids.id,
      });
      return written('Stock adjusted.', adjustmentAnswer.present(quantity, viewOf(caller)));
    }),

    transferStock: endpoint({ body: transferStockBody }, async ({ body, caller }) => {
      const transfer = await inventory.transferStock({ ...transferOf(body), caller });
      return written('Stock transferred.', transferAnswer.present(transfer, viewOf(caller)));
    }),

    listInventoryLocations: listEndpoint(
      { query: listInventoryLocationsQuery, shown: locationAnswer },
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

    getInventoryLocation: endpoint({}, async ({ ids, caller }) => {
      const location = await inventory.getInventoryLocation(caller.companyId, ids.location_id);
      return foundVersion(
        location.location.version,
        locationWithStockAnswer.present(location, viewOf(caller)),
      );
    }),

    listLowStock: listEndpoint(
      { query: fields.listQuery, shown: itemAnswer },
      ({ query, caller: { companyId } }) => {
        const filter = { isCritical: true as const, updatedFrom: query.updated_since };
        return {
          page: (page) => inventory.listItems(companyId, filter, page),
          changes: (part) => inventory.listItemChanges(companyId, filter, part),
        };
      },
    ),

    listReservations: listEndpoint(
      { query: listPartReservationsQuery, shown: partReservationAnswer },
      ({ query, caller: { companyId } }) => {
        const filter = { jobId: query.job_id, updatedFrom: query.updated_since };
        return {
          page: (page) => inventory.listPartReservations(companyId, filter, page),
          changes: (part) => inventory.listPartReservationChanges(companyId, filter, part),
        };
      },
    ),

    createReservation: endpoint({ body: reservePartBody }, async ({ body, caller }) => {
      const reserved = await inventory.reservePart({ ...reservationOf(body), caller });
      const shown = partReservationAnswer.present(reserved.reservation, viewOf(caller));
      return reserved.isNew
        ? created('Reservation created.', shown)
        : written('Reservation updated.', shown);
    }),

    deleteReservation: endpoint({}, async ({ ids, caller }) => {
      await inventory.removeReservation(caller, ids.reservation_id);
      const removed = removedReservationAnswer.present(ids.reservation_id, viewOf(caller));
      return written('Reservation removed.', removed);
    }),

    listItemHistory: historyEndpoint(itemHistoryAnswer, inventory.listItemHistory),
  });
