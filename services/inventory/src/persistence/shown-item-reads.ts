import { existing, textKey } from '@svc/contracts';
import {
  holdsTerm,
  listPage,
  statement,
  type Condition,
  type Found,
  type Run,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import type { Item } from '../domain/item';
import { keptTotalByLevel } from './item-reads';
import { categoryKey, ITEM_COLUMNS } from './item-table';

/** An item as people see it. */
export interface ShownItem extends Item {
  /** Held for jobs, at all locations. */
  readonly reservedQuantity: number;
  readonly supplierName: string | null;
}

export interface ShownItemFilter {
  readonly category?: string | undefined;
  /** Part of the number or the name. */
  readonly search?: string | undefined;
  /** At or below a minimum level above 0. */
  readonly isLow?: true | undefined;
}

const COLUMNS = `${ITEM_COLUMNS},
  coalesce((
    select sum(reserved_quantity) from stock
    where stock.company_id = record.company_id and stock.item_id = record.id
  ), 0)::bigint as "reservedQuantity",
  (
    select name from suppliers supplier
    where supplier.company_id = record.company_id and supplier.id = record.supplier_id
  ) as "supplierName"`;

const FIND = statement<{ companyId: number; id: number }, ShownItem>()(
  'find_shown_item',
  `select ${COLUMNS} from items record where company_id = :companyId and id = :id`,
);

const CATEGORIES = statement<{ companyId: number }, { category: string }>()(
  'categories_of_items',
  `select category from item_counts where company_id = :companyId and category <> ''
   group by category having sum(items) > 0 limit 1000`,
);

/** The same order as that of the index which keeps part numbers unique. */
const BY_PART_NUMBER = 'record.part_number_key';

const byKey = (one: string, other: string): number => {
  const [first, second] = [textKey(one), textKey(other)];
  return first < second || (first === second && one < other) ? -1 : 1;
};

const MOST_CRITICAL_FIRST = 'record.stock_ratio, record.deficit desc, record.id';

/** What people ask of items. */
export const shownItemReads = (run: Run) => ({
  async find(companyId: number, id: number): Promise<ShownItem> {
    const [item] = await run(FIND, { companyId, id });
    return existing(item, 'Item');
  },

  /** One page by part number, of low stock the most critical first, and how many items there are in all. */
  list(
    companyId: number,
    { category, search, isLow }: ShownItemFilter,
    page: Page,
  ): Promise<Found<ShownItem>> {
    const where: Condition[] = [];
    const key = category === undefined ? undefined : categoryKey(category);
    if (key !== undefined) where.push(['record.category_key = ?', key]);
    if (isLow) where.push(['record.stock_ratio is not null']);
    return listPage(
      run,
      {
        name: 'shown_items',
        table: 'items record',
        columns: COLUMNS,
        of: { company_id: companyId },
        where,
        search: holdsTerm('record.search_text', search),
        order: isLow ? MOST_CRITICAL_FIRST : BY_PART_NUMBER,
        keptTotal: (ask) =>
          keptTotalByLevel(ask, { company_id: companyId, category: key, is_low: isLow }),
      },
      page,
    );
  },

  /** The categories that items have, in order; a thousand at most. */
  async categories(companyId: number): Promise<string[]> {
    const categories = (await run(CATEGORIES, { companyId })).map(({ category }) => category);
    return categories.sort(byKey);
  },
});

export type ShownItemReads = ReturnType<typeof shownItemReads>;
