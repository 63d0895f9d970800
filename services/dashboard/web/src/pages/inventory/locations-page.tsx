import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InventoryLocationResponse } from '../../../../contract/responses';
import { FilterRow } from '../../records/filter-row';
import { CheckboxFilter, SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords } from '../../records/use-records';
import { None } from '../../shown/none';
import { Permitted } from '../../session/may-use';
import { PageFrame } from '../../shown/page';
import { InventoryTabs } from './inventory-tabs';
import { LOCATION_TYPE_NAMES, LocationStatus } from './inventory-badges';
import { LOCATION_TYPE_CHOICES, LocationDialog } from './location-dialog';

type Filter = 'search' | 'type' | 'active_only';
const FILTERS: readonly Filter[] = ['search', 'type', 'active_only'];

export default function LocationsPage() {
  const locations = useRecords<InventoryLocationResponse, Filter>('inventory-locations', FILTERS);
  const [open, setOpen] = useState<'new' | InventoryLocationResponse>();
  return (
    <PageFrame
      name="Inventory locations"
      about="Warehouses, vans and other places with stock."
      actions={
        <Permitted right="change_inventory">
          <Button onClick={() => setOpen('new')}>New location</Button>
        </Permitted>
      }
    >
      <InventoryTabs />
      <FilterRow
        of={locations}
        search={<SearchFilter of={locations} by="search" placeholder="Name" w={260} />}
      >
        <SelectFilter of={locations} by="type" label="Type" data={LOCATION_TYPE_CHOICES} w={150} />
        <CheckboxFilter of={locations} by="active_only" label="Active only" />
      </FilterRow>
      <RecordTable
        name="Inventory locations"
        records={locations}
        columns={[
          { name: 'Location', width: '30%', cell: (location) => location.location_name },
          {
            name: 'Type',
            cell: ({ location_type: type }) => LOCATION_TYPE_NAMES[type],
            phone: 'plain',
          },
          {
            name: 'Address',
            phone: 'plain',
            width: '30%',
            cell: (location) => renderAddress(location),
          },
          { name: 'Status', cell: (location) => <LocationStatus isActive={location.is_active} /> },
        ]}
        actions={(location) => (
          <Permitted right="change_inventory">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Edit ${location.location_name}`}
              onClick={() => setOpen(location)}
            >
              Edit
            </Button>
          </Permitted>
        )}
        getKey={(location) => location.id}
        empty="No locations yet. Create one to keep stock."
      />
      {open && (
        <LocationDialog
          location={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </PageFrame>
  );
}

function renderAddress({ address, city, state, zip }: InventoryLocationResponse) {
  const region = [state, zip].filter(Boolean).join(' ');
  return [address, city, region].filter(Boolean).join(', ') || <None>None</None>;
}
