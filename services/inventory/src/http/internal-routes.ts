import type Router from '@koa/router';
import { RECORD_READS, type Caller, type RecordAnswer } from '@svc/contracts';
import { serveRecords, viewOf } from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import type { ItemWithStock } from '../use-cases/get-item';
import { itemWithStockAnswer } from './answers';

/** Items with their stock, for other services. */
export const internalRoutes = (inventory: InventoryUseCases): Router =>
  serveRecords(RECORD_READS.items, {
    byIds: async (ids, caller) =>
      (await inventory.getItems(caller.companyId, ids)).map((each) => answerOf(each, caller)),
    list: (companyId, page) => inventory.listItems(companyId, {}, page),
  });

const answerOf = (record: ItemWithStock, caller: Caller): RecordAnswer => ({
  id: record.item.id,
  version: record.version,
  object: itemWithStockAnswer.present(record, viewOf(caller)),
});
