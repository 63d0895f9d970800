import { INVENTORY } from '@svc/contracts';
import { created, endpoint, found, listed, pageOf, serve, written, type Routes } from '@svc/http';
import { completed } from '../domain/item';
import type { InventoryUseCases } from '../use-cases';
import { changesOf, givenOf } from './inputs';
import {
  presentItem,
  presentLocation,
  presentStock,
  presentStored,
  presentTransaction,
  presentTransfer,
} from './presenters';
import {
  adjustStockBody,
  createItemBody,
  listInventoryLocationsQuery,
  listItemsQuery,
  listItemTransactionsQuery,
  pageQuery,
  patchItemBody,
  replaceItemBody,
  transferStockBody,
} from './schemas';

export const inventoryRoutes = (inventory: InventoryUseCases): Routes =>
  serve(INVENTORY, {
    listItems: endpoint({ query: listItemsQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { items, total } = await inventory.listItems({
        companyId: caller.companyId,
        filter: {
          category: query.category,
          search: query.search,
          isLow: query.low_stock || undefined,
        },
        page,
      });
      return listed(
        items.map((item) => presentItem(item, caller.zone)),
        page,
        total,
      );
    }),

    getItem: endpoint({}, async ({ ids, caller: { companyId, zone } }) => {
      const { item, stock } = await inventory.getItem(companyId, ids.id);
      return found({
        item: presentItem(item, zone),
        stock: stock.map((entry) => presentStock(entry, zone)),
      });
    }),

    createItem: endpoint({ body: createItemBody }, async ({ body, caller }) => {
      const item = await inventory.createItem({
        caller,
        given: givenOf(body),
        opening: {
          quantity: body.quantity_on_hand ?? 0,
          locationId: body.location_id ?? body.warehouse_id ?? null,
        },
      });
      return created('Item created.', presentItem(item, caller.zone), { item_id: item.id });
    }),

    replaceItem: endpoint({ body: replaceItemBody }, async ({ ids, body, caller }) => {
      const changes = completed(givenOf(body));
      const item = await inventory.changeItem({ caller, itemId: ids.id, changes });
      return written('Item updated.', presentItem(item, caller.zone));
    }),

    patchItem: endpoint({ body: patchItemBody }, async ({ ids, body, caller }) => {
      const changes = changesOf(body);
      const item = await inventory.changeItem({ caller, itemId: ids.id, changes });
      return written('Item updated.', presentItem(item, caller.zone));
    }),

    listItemStock: endpoint({}, async ({ ids, caller: { companyId, zone } }) => {
      const stock = await inventory.listItemStock(companyId, ids.id);
      return found(
        stock.map((entry) => presentStock(entry, zone)),
        { item_id: ids.id },
      );
    }),

    listItemTransactions: endpoint(
      { query: listItemTransactionsQuery },
      async ({ ids, query, caller: { companyId, zone } }) => {
        const page = pageOf(query);
        const { transactions, total } = await inventory.listItemTransactions({
          companyId,
          itemId: ids.id,
          type: query.type,
          page,
        });
        return listed(
          transactions.map((transaction) => presentTransaction(transaction, zone)),
          page,
          total,
          { item_id: ids.id },
        );
      },
    ),

    adjustStock: endpoint({ body: adjustStockBody }, async ({ ids, body, caller }) => {
      const quantity = await inventory.adjustStock({
        caller,
        itemId: ids.id,
        locationId: body.location_id,
        quantity: body.quantity,
        reason: body.reason,
      });
      return written('Stock adjusted.', { new_quantity: quantity });
    }),

    transferStock: endpoint({ body: transferStockBody }, async ({ body, caller }) => {
      const transfer = await inventory.transferStock({
        caller,
        itemId: body.item_id,
        fromLocationId: body.from_location_id,
        toLocationId: body.to_location_id,
        quantity: body.quantity,
        notes: body.notes ?? null,
      });
      return written('Stock transferred.', presentTransfer(transfer));
    }),

    listInventoryLocations: endpoint(
      { query: listInventoryLocationsQuery },
      async ({ query, caller: { companyId, zone } }) => {
        const page = pageOf(query);
        const { locations, total } = await inventory.listInventoryLocations({
          companyId,
          filter: { type: query.type, isActive: query.active_only || undefined },
          page,
        });
        return listed(
          locations.map((location) => presentLocation(location, zone)),
          page,
          total,
        );
      },
    ),

    getInventoryLocation: endpoint({}, async ({ ids, caller: { companyId, zone } }) => {
      const { location, stored } = await inventory.getInventoryLocation(companyId, ids.location_id);
      return found({
        location: presentLocation(location, zone),
        stock_summary: stored.map(presentStored),
      });
    }),

    listLowStock: endpoint({ query: pageQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { items, total } = await inventory.listLowStock(caller.companyId, page);
      return listed(
        items.map((item) => presentItem(item, caller.zone)),
        page,
        total,
      );
    }),
  });
