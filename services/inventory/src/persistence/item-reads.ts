import { existing } from '@svc/contracts';
import {
  conditionsOn,
  holdsTerm,
  keptTotals,
  listOrder,
  listReads,
  statement,
  type Condition,
  type List,
  type Run,
} from '@svc/database';
import type { Item } from '../domain/item';
import { categoryKey, ITEM_COLUMNS } from './item-table';

export interface ItemFilter {
  readonly category?: string | undefined;
  readonly externalId?: string | undefined;
  /** Part of the number or the name. */
  readonly search?: string | undefined;
  /** At or below the minimum level, whatever that is. */
  readonly isLow?: true | undefined;
  readonly updatedFrom?: Date | undefined;
}

export interface LowStockFilter {
  readonly updatedFrom?: Date | undefined;
}

const FIND = statement<{ companyId: number; id: number }, Item>()(
  'find_item',
  `select ${ITEM_COLUMNS} from items record where company_id = :companyId and id = :id`,
);

const FIND_SOME = statement<{ companyId: number; ids: readonly number[] }, Item>()(
  'find_items',
  `select ${ITEM_COLUMNS} from items record where company_id = :companyId and id = any(:ids)`,
);

const keptTotal = keptTotals(
  'totals_of_items',
  { company_id: 'bigint', category: 'text', is_low: 'boolean' },
  `select coalesce(sum(items), 0)::bigint as total from item_counts
   where company_id = asked.company_id and (asked.category is null or category = asked.category)
     and (asked.is_low is null or is_low = asked.is_low)`,
);

/** Where low ones are asked for, those with a level above 0. */
export const keptTotalByLevel = keptTotals(
  'totals_of_items_by_level',
  { company_id: 'bigint', category: 'text', is_low: 'boolean' },
  `select coalesce(sum(items), 0)::bigint as total from item_counts
   where company_id = asked.company_id and (asked.category is null or category = asked.category)
     and (asked.is_low is null or (is_low and has_level))`,
);

/** The questions that are asked of items outside a transaction. */
export const itemReads = (run: Run) => {
  const lowItems = listReads<Item, LowStockFilter>(run, lowStockOf);
  return {
    async find(companyId: number, id: number): Promise<Item> {
      const [item] = await run(FIND, { companyId, id });
      return existing(item, 'Item');
    },

    /** Those of these items that the company has, in any order. */
    findSome: (companyId: number, ids: readonly number[]): Promise<Item[]> =>
      run(FIND_SOME, { companyId, ids }),

    ...listReads<Item, ItemFilter>(run, listOf),

    /** The same of items that are at or below a level above 0, the most critical first. */
    listLow: lowItems.list,
    listLowChanges: lowItems.listChanges,
  };
};

export type ItemReads = ReturnType<typeof itemReads>;

function listOf(
  companyId: number,
  { category, externalId, search, isLow, updatedFrom }: ItemFilter,
): List {
  const where: Condition[] = [];
  const key = category === undefined ? undefined : categoryKey(category);
  if (key !== undefined) where.push(['record.category_key = ?', key]);
  if (externalId !== undefined) where.push(['record.external_id = ?', externalId]);
  if (isLow) where.push(['record.is_low']);
  if (updatedFrom) where.push(['record.updated_at >= ?', updatedFrom]);
  return {
    name: 'items',
    table: 'items record',
    columns: ITEM_COLUMNS,
    of: { company_id: companyId },
    where,
    search: holdsTerm('record.search_text', search),
    order: listOrder('record', updatedFrom),
    keptTotal:
      externalId === undefined && !updatedFrom
        ? (run) => keptTotal(run, { company_id: companyId, category: key, is_low: isLow })
        : undefined,
  };
}

const lowStockOf = (companyId: number, { updatedFrom }: LowStockFilter): List => ({
  name: 'low_items',
  table: 'items record',
  columns: ITEM_COLUMNS,
  of: { company_id: companyId },
  where: [
    ['record.stock_ratio is not null'],
    ...conditionsOn({ updatedFrom }, { updatedFrom: 'record.updated_at >= ?' }),
  ],
  order: listOrder('record', updatedFrom, 'record.stock_ratio, record.deficit desc, record.id'),
  keptTotal: updatedFrom
    ? undefined
    : (run) => keptTotalByLevel(run, { company_id: companyId, category: undefined, is_low: true }),
});
