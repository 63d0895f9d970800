import type Router from '@koa/router';
import { DomainError, RECORD_READS, type Caller, type RecordAnswer } from '@svc/contracts';
import { serveRecords, viewOf } from '@svc/http';
import type { InventoryUseCases } from '../use-cases';
import type { ItemWithStock } from '../use-cases/get-item';
import { itemWithStockAnswer } from './answers';

/** What other services may ask of inventory: items with their stock. */
export const internalRoutes = (inventory: InventoryUseCases): Router =>
  serveRecords(RECORD_READS.items, {
    byIds: async (ids, caller) =>
      (await inventory.getItems(caller.companyId, ids)).map((each) => answerOf(each, caller)),

    async latest(caller) {
      const page = { page: 1, perPage: 1 };
      const { rows: newest } = await inventory.listItems({
        companyId: caller.companyId,
        filter: {},
        page,
      });
      const ids = newest.map(({ id }) => id);
      const [item] = await inventory.getItems(caller.companyId, ids);
      if (!item) throw new DomainError('not_found', 'There is no item.');
      return answerOf(item, caller);
    },
  });

const answerOf = (record: ItemWithStock, caller: Caller): RecordAnswer => ({
  id: record.item.id,
  version: record.item.version,
  object: itemWithStockAnswer.present(record, viewOf(caller)),
});
