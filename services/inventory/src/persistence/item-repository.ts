import { DomainError, textKey, type Caller } from '@svc/contracts';
import { recordReads, runOn, statement, takeTurns, type Run } from '@svc/database';
import { recordWrites, type Announce } from '@svc/records';
import type { EntityManager } from 'typeorm';
import type { NewItem } from '../domain/item';
import { item, type Item } from '../records/item';
import { refuseDuplicates } from './refuse-duplicates';

const FIND_ID = statement<{ companyId: number; key: string }, { id: number }>()(
  'find_item_id',
  'select id from items where company_id = :companyId and part_number_key = :key',
);

const FIND_PART_NUMBERS = statement<{ companyId: number; keys: readonly string[] }>()(
  'find_part_numbers',
  'select from items where company_id = :companyId and part_number_key = any(:keys) limit 1',
);

/** Items that are read and changed, locked where that is wanted. */
export const itemWrites = (run: Run, isLocking: boolean) => ({
  ...recordReads<Item>(run, item, { isLocking }),

  /** @throws duplicate_part_number, or ExternalIdTaken when another item has the external id */
  change: (author: Caller, before: Item, after: Item, announce: Announce<Item>): Promise<void> =>
    unlessTaken(() => recordWrites(run, item, 'inventory').change(author, before, after, announce)),
});

/** Items inside a transaction, locked until it ends. */
export const itemRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  return {
    ...itemWrites(run, true),

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
      const [found] = await run(FIND_ID, { companyId, key: textKey(partNumber) });
      return found?.id;
    },

    /** Whether the company has no item of these part numbers, of which no two are the same. */
    async areNew(companyId: number, partNumbers: readonly string[]): Promise<boolean> {
      const keys = [...new Set(partNumbers.map(textKey))];
      if (keys.length < partNumbers.length) return false;
      return (await run(FIND_PART_NUMBERS, { companyId, keys })).length === 0;
    },

    /** @throws duplicate_part_number, or ExternalIdTaken when another item has the external id */
    addAll: (
      author: Caller,
      drafts: readonly NewItem[],
      announce: Announce<Item>,
    ): Promise<Item[]> =>
      unlessTaken(() => recordWrites(run, item, 'inventory').addAll(author, drafts, announce)),
  };
};

const unlessTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refuseDuplicates(
    'items_part_number_key',
    () => new DomainError('duplicate_part_number', 'Another item has this part_number.'),
    write,
  );
