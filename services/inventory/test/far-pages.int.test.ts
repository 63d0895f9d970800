import { describeFarPages } from '@svc/testing-services';
import { entities, migrations } from '../src/persistence/data-source';
import { itemReads, type ItemFilter } from '../src/persistence/item-reads';

describeFarPages<ItemFilter>({
  database: { context: 'inventory', entities, migrations },
  table: 'items',
  addRows: [
    `insert into items (company_id, version, part_number, part_number_key, part_name, search_text,
       category, category_key, quantity_on_hand, min_stock_level, reorder_quantity, movements,
       created_at, updated_at)
     select 1, 1, 'P-' || n, 'p-' || n, 'Bulk', 'bulk', category, category, n % 2, 0, 0, 0, at, at
     from generate_series(1, $1::integer) n,
       lateral (select '2026-01-01'::timestamptz + n * interval '7 minutes' as at,
         (array['Filters', 'Belts'])[1 + n % 2] as category)`,
  ],
  list: async (run, filter, page) => {
    const { rows, total } = await itemReads(run).list(1, filter, page);
    return { ids: rows.map(({ id }) => id), total };
  },
  filters: {
    'of a category': {
      filter: { category: 'Filters' },
      condition: "category = 'Filters'",
      changes: [
        `update items set category = case category when 'Belts' then 'Filters' else 'Belts' end,
           category_key = case category when 'Belts' then 'Filters' else 'Belts' end
       where id in (
         (select id from items where category = 'Filters' order by id desc limit 1)
         union (select id from items where category = 'Belts' order by id limit 1))`,
      ],
    },
    'that are low': {
      filter: { isLow: true },
      condition: 'is_low',
      changes: [
        `update items set quantity_on_hand = 5 where id = (
        select id from items where is_low order by id desc limit 1)`,
        `update items set quantity_on_hand = 0 where id = (
        select id from items where not is_low order by id limit 1)`,
      ],
    },
  },
});
