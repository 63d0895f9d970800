import type Router from '@koa/router';
import { RECORD_READS } from '@svc/contracts';
import { serveRecords } from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import { itemWithStockResponse } from './responses';

export const internalRoutes = (inventory: InventoryUseCases): Router =>
  serveRecords(RECORD_READS.items, {
    response: itemWithStockResponse,
    find: async (companyId: number, ids: readonly number[]) =>
      (await inventory.getItems(companyId, ids)).map((each) => ({ ...each, id: each.item.id })),
    list: (companyId, page) => inventory.listItems(companyId, {}, page),
  });
