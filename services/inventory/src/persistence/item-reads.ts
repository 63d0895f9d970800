import { requireFound, textKey } from '@svc/contracts';
import {
  createListReads,
  createRecordReads,
  matchTerm,
  readListPage,
  selectList,
  statement,
  sumCounters,
  toConditions,
  toIdsCondition,
  toListOrder,
  type ListPage,
  type ListSource,
  type Run,
  type SqlCondition,
} from '@svc/database';
import type { Page } from '@svc/kernel';
import { categoryKey, item, type Item } from '../records/item';

export interface ItemFilter {
  readonly ids?: readonly number[] | undefined;
  readonly category?: string | undefined;
  readonly externalId?: string | undefined;
  readonly search?: string | undefined;
  /** At or below the minimum level, even if that is 0. */
  readonly isLow?: true | undefined;
  /** At or below a minimum level above 0; most critical first. */
  readonly isCritical?: true | undefined;
  readonly updatedFrom?: Date | undefined;
}

export interface DetailedItem extends Item {
  readonly reservedQuantity: number;
  readonly available: number;
  readonly isLow: boolean;
  readonly supplierName: string | null;
}

export const ITEM_COLUMNS = selectList(item.columns, 'record');

const DETAILED_COLUMNS = `${ITEM_COLUMNS}, held.quantity as "reservedQuantity",
  record.quantity_on_hand - held.quantity as available, record.stock_ratio is not null as "isLow",
  (
    select name from suppliers supplier
    where supplier.company_id = record.company_id and supplier.id = record.supplier_id
  ) as "supplierName"`;

const HELD = `cross join lateral (
    select coalesce(sum(reserved_quantity), 0)::bigint as quantity from stock
    where stock.company_id = record.company_id and stock.item_id = record.id
  ) held`;

const FIND_DETAILED = statement<{ companyId: number; id: number }, DetailedItem>()(
  'find_detailed_item',
  `select ${DETAILED_COLUMNS} from items record ${HELD} where company_id = :companyId and id = :id`,
);

const CATEGORIES = statement<{ companyId: number }, { category: string }>()(
  'categories_of_items',
  `select category from item_counts where company_id = :companyId and category <> ''
   group by category having sum(items) > 0 limit 1000`,
);

const COUNTED = {
  companyId: 'company_id = ?',
  category: 'category = ?',
  isLow: 'is_low = ?',
  hasLevel: 'has_level = ?',
} as const;

const CRITICALITY_ORDER = 'record.stock_ratio, record.deficit desc, record.id';

const BY_PART_NUMBER = 'record.part_number_key';

const byKey = (one: string, other: string): number => {
  const [first, second] = [textKey(one), textKey(other)];
  return first < second || (first === second && one < other) ? -1 : 1;
};

export const createItemReads = (run: Run) => ({
  ...createRecordReads<Item>(run, item),

  async findDetailed(companyId: number, id: number): Promise<DetailedItem> {
    const [found] = await run(FIND_DETAILED, { companyId, id });
    return requireFound(found, 'Item');
  },

  ...createListReads<Item, ItemFilter>(run, listOf),

  listDetailed: (
    companyId: number,
    filter: ItemFilter,
    page: Page,
  ): Promise<ListPage<DetailedItem>> =>
    readListPage(
      run,
      {
        ...listOf(companyId, filter),
        name: 'detailed_items',
        columns: DETAILED_COLUMNS,
        joins: HELD,
        order: filter.isCritical ? CRITICALITY_ORDER : BY_PART_NUMBER,
      },
      page,
    ),

  async categories(companyId: number): Promise<string[]> {
    const categories = (await run(CATEGORIES, { companyId })).map(({ category }) => category);
    return categories.sort(byKey);
  },
});

function listOf(
  companyId: number,
  { ids, category, externalId, search, isLow, isCritical, updatedFrom }: ItemFilter,
): ListSource {
  const key = category === undefined ? undefined : categoryKey(category);
  const where: SqlCondition[] = toConditions(
    { ids, key, externalId, updatedFrom },
    {
      ids: toIdsCondition('record'),
      key: 'record.category_key = ?',
      externalId: 'record.external_id = ?',
      updatedFrom: 'record.updated_at >= ?',
    },
  );
  if (isLow) where.push(['record.is_low']);
  if (isCritical) where.push(['record.stock_ratio is not null']);
  return {
    name: 'items',
    table: 'items record',
    columns: ITEM_COLUMNS,
    owner: { company_id: companyId },
    where,
    search: matchTerm('record.search_text', search),
    order: toListOrder('record', updatedFrom, isCritical && CRITICALITY_ORDER),
    storedTotal:
      !ids && externalId === undefined && !updatedFrom
        ? sumCounters(
            'item_counts',
            'items',
            toConditions(
              { companyId, category: key, isLow: isLow ?? isCritical, hasLevel: isCritical },
              COUNTED,
            ),
          )
        : undefined,
  };
}
