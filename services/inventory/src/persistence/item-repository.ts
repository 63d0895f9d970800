import { DomainError, textKey, type Caller } from '@svc/contracts';
import { createRecordReads, createRun, lockNames, statement, type Run } from '@svc/database';
import { createRecordWrites, type Announce } from '@svc/records';
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

export const createItemWrites = (run: Run, isLocking: boolean) => {
  const writes = createRecordWrites(run, item, 'inventory');
  return {
    ...createRecordReads<Item>(run, item, { isLocking }),

    /** @throws duplicate_part_number, ExternalIdTaken */
    change: (author: Caller, before: Item, after: Item, announce: Announce<Item>): Promise<void> =>
      unlessTaken(() => writes.change(author, before, after, announce)),
  };
};

export const createItemRepository = (tx: EntityManager) => {
  const run = createRun(tx);
  return {
    ...createItemWrites(run, true),

    /** Locks the part numbers until the transaction ends. */
    claim: (companyId: number, partNumbers: readonly string[]): Promise<void> =>
      lockNames(
        tx,
        partNumbers.map((partNumber) => `part ${companyId} ${partNumber}`),
      ),

    async findIdByPartNumber(companyId: number, partNumber: string): Promise<number | undefined> {
      const [found] = await run(FIND_ID, { companyId, key: textKey(partNumber) });
      return found?.id;
    },

    /** False if two part numbers are the same. */
    async areUnused(companyId: number, partNumbers: readonly string[]): Promise<boolean> {
      const keys = [...new Set(partNumbers.map(textKey))];
      if (keys.length < partNumbers.length) return false;
      return (await run(FIND_PART_NUMBERS, { companyId, keys })).length === 0;
    },

    /** @throws duplicate_part_number, ExternalIdTaken */
    addAll: (
      author: Caller,
      drafts: readonly NewItem[],
      announce: Announce<Item>,
    ): Promise<Item[]> =>
      unlessTaken(() =>
        createRecordWrites(run, item, 'inventory').addAll(author, drafts, announce),
      ),
  };
};

const unlessTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refuseDuplicates(
    'items_part_number_key',
    () => new DomainError('duplicate_part_number', 'Another item has this part_number.'),
    write,
  );
