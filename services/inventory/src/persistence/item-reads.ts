import { DomainError } from '@svc/contracts';
import { patternOf, readPage, searchPage, statement, type List, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Item } from '../domain/item';
import { ITEM_COLUMNS } from './item-table';

export interface ItemFilter {
  readonly category?: string | undefined;
  /** Part of the number or the name. */
  readonly search?: string | undefined;
  /** At or below the minimum level, whatever that is. */
  readonly isLow?: true | undefined;
}

export interface ItemPage {
  readonly items: readonly Item[];
  readonly total: number;
}

const FIND = statement(
  'find_item',
  `select ${ITEM_COLUMNS} from items record where company_id = $1 and id = $2`,
);

const LOW_STOCK: Omit<List, 'values'> = {
  name: 'low_items',
  table: 'items record',
  columns: ITEM_COLUMNS,
  where: 'record.company_id = $1 and record.stock_ratio is not null',
  order: 'record.stock_ratio, record.deficit desc, record.id',
};

const TOTAL = statement(
  'total_of_items',
  `select coalesce(sum(items), 0)::bigint as total from item_counts
   where company_id = $1 and ($2::text is null or category = $2)
     and ($3::boolean is null or is_low = $3) and ($4::boolean is null or has_level = $4)`,
);

/** The questions that are asked of items outside a transaction. */
export const itemReads = (run: Run) => {
  /** From the counters, which know these filters. */
  async function countKept(
    companyId: number,
    { category, isLow, hasLevel }: Pick<ItemFilter, 'category' | 'isLow'> & { hasLevel?: true },
  ): Promise<number> {
    const [kept] = await run<{ total: number }>(TOTAL, [companyId, category, isLow, hasLevel]);
    return kept?.total ?? 0;
  }

  return {
    async find(companyId: number, id: number): Promise<Item> {
      const [item] = await run<Item>(FIND, [companyId, id]);
      if (!item) throw new DomainError('not_found', 'Item not found.');
      return item;
    },

    /** One page, newest first, and how many items the filter leaves in all. */
    async list(companyId: number, filter: ItemFilter, page: Page): Promise<ItemPage> {
      const list = listOf(companyId, filter);
      if (filter.search !== undefined) {
        const { rows, total } = await searchPage<Item>(run, list, page);
        return { items: rows, total };
      }
      const [items, total] = await Promise.all([
        readPage<Item>(run, list, page),
        countKept(companyId, filter),
      ]);
      return { items, total };
    },

    /** One page of the items that are at or below a level above 0, the most critical first. */
    async listLow(companyId: number, page: Page): Promise<ItemPage> {
      const [items, total] = await Promise.all([
        readPage<Item>(run, { ...LOW_STOCK, values: [companyId] }, page),
        countKept(companyId, { isLow: true, hasLevel: true }),
      ]);
      return { items, total };
    },
  };
};

export type ItemReads = ReturnType<typeof itemReads>;

/** A where clause of what was asked for only: one with optional parts would fit no index. */
function listOf(companyId: number, { category, search, isLow }: ItemFilter): List {
  const values: unknown[] = [companyId];
  const conditions = ['record.company_id = $1'];
  if (category !== undefined) conditions.push(`record.category = $${values.push(category)}`);
  if (isLow) conditions.push('record.is_low');
  if (search !== undefined) {
    const pattern = `$${values.push(patternOf(search))}`;
    conditions.push(`record.search_text like lower(${pattern} collate pg_c_utf8)`);
  }
  return {
    name: 'items',
    table: 'items record',
    columns: ITEM_COLUMNS,
    where: conditions.join(' and '),
    values,
    order: 'record.created_at desc, record.id desc',
  };
}
