import { DomainError } from '@svc/contracts';
import {
  listPage,
  statement,
  textHolds,
  type Condition,
  type Found,
  type List,
  type Run,
  type Total,
} from '@svc/database';
import type { HistoryEntry, Page } from '@svc/kernel';
import { recordHistory } from '@svc/outbox';
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

const FIND = statement<{ companyId: number; id: number }, Item>()(
  'find_item',
  `select ${ITEM_COLUMNS} from items record where company_id = :companyId and id = :id`,
);

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, Item>()(
  'find_items',
  `select ${ITEM_COLUMNS} from items record where company_id = :companyId and id = any(:ids)`,
);

interface Counted {
  readonly companyId: number;
  readonly category: string | undefined;
  readonly isLow: boolean | undefined;
}

const TOTAL = statement<Counted, Total>()(
  'total_of_items',
  `select coalesce(sum(items), 0)::bigint as total,
     coalesce(sum(case when :category::text is null and :isLow::boolean is null then 0
       else moves end), 0)::bigint as shifts
   from item_counts
   where company_id = :companyId and (:category::text is null or category = :category)
     and (:isLow::boolean is null or is_low = :isLow)`,
);

const TOTAL_LOW = statement<{ companyId: number }, Total>()(
  'total_of_low_items',
  `select coalesce(sum(items), 0)::bigint as total from item_counts
   where company_id = :companyId and is_low and has_level`,
);

/** The questions that are asked of items outside a transaction. */
export const itemReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<Item> {
    const [item] = await run(FIND, { companyId, id });
    if (!item) throw new DomainError('not_found', 'Item not found.');
    return item;
  },

  /** Those of these items that the company has, in any order. */
  findSome: (companyId: number, ids: readonly number[]): Promise<Item[]> =>
    run(FIND_SOME, { companyId, ids }),

  /** The changes of the company's item, newest first; the last one is its creation. */
  async history(companyId: number, id: number, page: Page): Promise<Found<HistoryEntry>> {
    const found = await recordHistory(run, { companyId, id }, page);
    if (found.total === 0) throw new DomainError('not_found', 'Item not found.');
    return found;
  },

  /** One page, newest first, and how many items the filter leaves in all. */
  async list(companyId: number, filter: ItemFilter, page: Page): Promise<ItemPage> {
    const { rows, total } = await listPage<Item>(run, listOf(companyId, filter), page);
    return { items: rows, total };
  },

  /** One page of the items that are at or below a level above 0, the most critical first. */
  async listLow(companyId: number, page: Page): Promise<ItemPage> {
    const { rows, total } = await listPage<Item>(run, lowStockOf(companyId), page);
    return { items: rows, total };
  },
});

export type ItemReads = ReturnType<typeof itemReads>;

function listOf(companyId: number, { category, search, isLow }: ItemFilter): List {
  const where: Condition[] = [];
  if (category !== undefined) where.push(['record.category = ?', category]);
  if (isLow) where.push(['record.is_low']);
  return {
    name: 'items',
    table: 'items record',
    columns: ITEM_COLUMNS,
    of: { company_id: companyId },
    where,
    search:
      search === undefined
        ? undefined
        : textHolds('record.search_text', [search], 'lower(? collate pg_c_utf8)'),
    order: 'record.created_at desc, record.id desc',
    keptTotal: (run) => run(TOTAL, { companyId, category, isLow }),
  };
}

const lowStockOf = (companyId: number): List => ({
  name: 'low_items',
  table: 'items record',
  columns: ITEM_COLUMNS,
  of: { company_id: companyId },
  where: [['record.stock_ratio is not null']],
  order: 'record.stock_ratio, record.deficit desc, record.id',
  keptTotal: (run) => run(TOTAL_LOW, { companyId }),
});
