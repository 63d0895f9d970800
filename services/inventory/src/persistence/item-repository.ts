import { DomainError } from '@svc/contracts';
import { runOn, statement, takeTurn, uniqueViolation } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Item, ItemDraft } from '../domain/item';
import { itemTable } from './item-table';

const FIND_ID = statement<{ companyId: number; partNumber: string }, { id: number }>()(
  'find_item_id',
  `select id from items
   where company_id = :companyId
     and lower(part_number collate pg_c_utf8) = lower(:partNumber collate pg_c_utf8)`,
);

const duplicatePartNumber = (): DomainError =>
  new DomainError('duplicate_part_number', 'Another item has this part_number.');

/** Items inside a transaction. */
export const itemRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  const items = tx.getRepository(itemTable);

  async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw uniqueViolation(error, 'items_part_number_key') ? duplicatePartNumber() : error;
    }
  }

  return {
    /** The company's item, locked until the transaction ends. */
    async lock(companyId: number, id: number): Promise<Item> {
      const item = await items.findOne({
        where: { companyId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!item) throw new DomainError('not_found', 'Item not found.');
      return item;
    },

    /**
     * The id of the company's item of this part number; nobody else that asks here makes one before
     * the transaction ends.
     */
    async claim(companyId: number, partNumber: string): Promise<number | undefined> {
      await takeTurn(tx, `part ${companyId} ${partNumber}`);
      const [item] = await run(FIND_ID, { companyId, partNumber });
      return item?.id;
    },

    /** The new item with its id, or duplicate_part_number. */
    async add(draft: ItemDraft): Promise<Item> {
      const { identifiers } = await refusingDuplicates(() => items.insert(draft));
      return { ...draft, id: Number(identifiers[0]?.['id']) };
    },

    /** Writes a changed item, or refuses with duplicate_part_number. */
    async save({ companyId, id, ...changes }: Item): Promise<void> {
      await refusingDuplicates(() => items.update({ companyId, id }, changes));
    },
  };
};

export type ItemRepository = ReturnType<typeof itemRepository>;
