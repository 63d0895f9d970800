import { INVENTORY } from '@svc/contracts';
import {
  created,
  endpoint,
  fields,
  found,
  listed,
  pageOf,
  serve,
  viewOf,
  written,
  type Routes,
} from '@svc/http';
import { completed } from '../domain/item';
import type { InventoryUseCases } from '../use-cases';
import {
  adjustmentAnswer,
  itemAnswer,
  itemHistoryAnswer,
  itemWithStockAnswer,
  locationAnswer,
  locationWithStockAnswer,
  stockAnswer,
  transactionAnswer,
  transferAnswer,
} from './answers';
import { adjustmentOf, changesOf, itemInputOf, transferOf } from './inputs';
import {
  adjustStockBody,
  createItemBody,
  listInventoryLocationsQuery,
  listItemsQuery,
  listItemTransactionsQuery,
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
      return listed(itemAnswer.presentAll(items, viewOf(caller)), page, total);
    }),

    getItem: endpoint({}, async ({ ids, caller }) => {
      const item = await inventory.getItem(caller.companyId, ids.id);
      return found(itemWithStockAnswer.present(item, viewOf(caller)));
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
      return created('Item created.', itemAnswer.present(item, viewOf(caller)), {
        item_id: item.id,
      });
    }),

    replaceItem: endpoint({ body: replaceItemBody }, async ({ ids, body, caller }) => {
      const changes = completed(itemInputOf(body));
      const item = await inventory.changeItem({ caller, itemId: ids.id, changes });
      return written('Item updated.', itemAnswer.present(item, viewOf(caller)));
    }),

    patchItem: endpoint({ body: patchItemBody }, async ({ ids, body, caller }) => {
      const changes = changesOf(body);
      const item = await inventory.changeItem({ caller, itemId: ids.id, changes });
      return written('Item updated.', itemAnswer.present(item, viewOf(caller)));
    }),

    listItemStock: endpoint({}, async ({ ids, caller }) => {
      const stock = await inventory.listItemStock(caller.companyId, ids.id);
      return found(stockAnswer.presentAll(stock, viewOf(caller)), { item_id: ids.id });
    }),

    listItemTransactions: endpoint(
      { query: listItemTransactionsQuery },
      async ({ ids, query, caller }) => {
        const page = pageOf(query);
        const { transactions, total } = await inventory.listItemTransactions({
          companyId: caller.companyId,
          itemId: ids.id,
          type: query.type,
          page,
        });
        const rows = transactionAnswer.presentAll(transactions, viewOf(caller));
        return listed(rows, page, total, { item_id: ids.id });
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

    listInventoryLocations: endpoint(
      { query: listInventoryLocationsQuery },
      async ({ query, caller }) => {
        const page = pageOf(query);
        const { locations, total } = await inventory.listInventoryLocations({
          companyId: caller.companyId,
          filter: { type: query.type, isActive: query.active_only || undefined },
          page,
        });
        return listed(locationAnswer.presentAll(locations, viewOf(caller)), page, total);
      },
    ),

    getInventoryLocation: endpoint({}, async ({ ids, caller }) => {
      const location = await inventory.getInventoryLocation(caller.companyId, ids.location_id);
      return found(locationWithStockAnswer.present(location, viewOf(caller)));
    }),

    listLowStock: endpoint({ query: fields.pageQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { items, total } = await inventory.listLowStock(caller.companyId, page);
      return listed(itemAnswer.presentAll(items, viewOf(caller)), page, total);
    }),

    listItemHistory: endpoint({ query: fields.pageQuery }, async ({ ids, query, caller }) => {
      const page = pageOf(query);
      const { rows, total } = await inventory.listItemHistory(caller.companyId, ids.id, page);
      return listed(itemHistoryAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),
  });
