import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ItemResponse } from '../../../../contract/responses';
import { NewButton } from '../../forms/dialog-button';
import { FilterRow } from '../../records/filter-row';
import { CheckboxFilter, SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { request } from '../../server/request';
import { formatNumber } from '../../shown/format-number';
import { PageFrame } from '../../shown/page';
import { LowStockBadge } from './inventory-badges';
import { InventoryTabs } from './inventory-tabs';
import { NewItemDialog } from './item-dialogs';

type Filter = 'search' | 'category' | 'low_stock';
const FILTERS: readonly Filter[] = ['search', 'category', 'low_stock'];

export default function InventoryPage() {
  const items = useRecords<ItemResponse, Filter>('inventory', FILTERS);
  return (
    <PageFrame
      name="Inventory"
      actions={<NewButton name="New item" right="change_inventory" dialog={NewItemDialog} />}
    >
      <InventoryTabs />
      <Filters records={items} />
      <RecordTable
        name="Inventory"
        records={items}
        columns={[
          {
            name: 'Part',
            phone: 'plain',
            width: '20%',
            to: (item) => `/inventory/${item.id}`,
            cell: (item) => item.part_number,
          },
          {
            name: 'Name',
            phone: 'title',
            width: '40%',
            cell: (item) => (
              <Group gap="xs">
                {item.part_name}
                {item.is_low && <LowStockBadge />}
              </Group>
            ),
          },
          { name: 'On hand', isNumber: true, cell: (item) => formatNumber(item.quantity_on_hand) },
          {
            name: 'Reserved',
            phone: 'hidden',
            isNumber: true,
            cell: (item) => formatNumber(item.reserved_quantity),
          },
          { name: 'Available', isNumber: true, cell: (item) => formatNumber(item.available) },
          { name: 'Minimum', isNumber: true, cell: (item) => formatNumber(item.min_stock_level) },
        ]}
        getKey={(item) => item.id}
        empty="No items yet. Create your first one, or send them through the API."
      />
    </PageFrame>
  );
}

function Filters({ records }: { readonly records: ListedRecords<ItemResponse, Filter> }) {
  const { data } = useQuery({
    queryKey: ['item-categories'],
    queryFn: () => request<readonly string[]>('GET', 'item-categories'),
  });
  const known = data?.data ?? [];
  const { category } = records.filters;
  const categories =
    category === undefined || known.includes(category) ? known : [category, ...known];
  return (
    <FilterRow
      of={records}
      search={<SearchFilter of={records} by="search" placeholder="Part number or name" w={260} />}
    >
      <SelectFilter
        of={records}
        by="category"
        label="Category"
        data={categories}
        w={200}
        searchable
        limit={50}
      />
      <CheckboxFilter of={records} by="low_stock" label="Low stock" />
    </FilterRow>
  );
}
