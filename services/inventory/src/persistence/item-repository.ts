import { DomainError, existing, textKey } from '@svc/contracts';
import { runOn, statement, takeExternalId, takeTurns, uniqueViolation } from '@svc/database';
import type { EntityManager } from 'typeorm';
import type { Item, ItemDraft } from '../domain/item';
import { itemRow, itemTable } from './item-table';

const FIND_ID = statement<{ companyId: number; key: string }, { id: number }>()(
  'find_item_id',
  'select id from items where company_id = :companyId and part_number_key = :key',
);

const FIND_PART_NUMBERS = statement<{ companyId: number; keys: readonly string[] }>()(
  'find_part_numbers',
  'select from items where company_id = :companyId and part_number_key = any(:keys) limit 1',
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
      return existing(item, 'Item');
    },

    /**
     * Keeps others that ask here from making the company's items of these part numbers before the
     * transaction ends.
     */
    claim: (companyId: number, partNumbers: readonly string[]): Promise<void> =>
      takeTurns(
        tx,
        partNumbers.map((partNumber) => `part ${companyId} ${partNumber}`),
      ),

    /** The id of the company's item of this part number, if it has one. */
    async idOf(companyId: number, partNumber: string): Promise<number | undefined> {
      const [item] = await run(FIND_ID, { companyId, key: textKey(partNumber) });
      return item?.id;
    },

    /** Whether the company has no item of these part numbers, of which no two are the same. */
    async areNew(companyId: number, partNumbers: readonly string[]): Promise<boolean> {
      const keys = [...new Set(partNumbers.map(textKey))];
      if (keys.length < partNumbers.length) return false;
      return (await run(FIND_PART_NUMBERS, { companyId, keys })).length === 0;
    },

    /**
     * The new items with their ids, or duplicate_part_number.
     *
     * @throws ExternalIdTaken when another item has the external id
     */
    async addAll(drafts: readonly ItemDraft[]): Promise<Item[]> {
      // Of several at once, as a manifest has them, none has an external id.
      const [first] = drafts;
      if (!first) return [];
      const { identifiers } = await takeExternalId('items', first, () =>
        refusingDuplicates(() => items.insert(drafts.map(itemRow))),
      );
      return drafts.map((draft, at) => ({ ...draft, id: Number(identifiers[at]?.['id']) }));
    },

    /**
     * Writes a changed item, or refuses with duplicate_part_number.
     *
     * @throws ExternalIdTaken when another item has the external id
     */
    async save(item: Item): Promise<void> {
      const { companyId, id, ...row } = itemRow(item);
      await takeExternalId('items', item, () =>
        refusingDuplicates(() => items.update({ companyId, id }, row)),
      );
    },
  };
};

export type ItemRepository = ReturnType<typeof itemRepository>;
