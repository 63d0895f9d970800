import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListedAssetResponse } from '../../../../contract/responses';
import { ASSET_STATUSES } from '../../../../contract/values';
import { AssetTypeChooser } from '../../choosers/asset-type-chooser';
import { FilterRow } from '../../records/filter-row';
import { CheckboxFilter, SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords, type ListedRecords } from '../../records/use-records';
import { Permitted } from '../../session/may-use';
import { None } from '../../shown/none';
import { PageFrame } from '../../shown/page';
import { NewAssetDialog } from './asset-dialogs';
import { AssetStatusBadge } from './asset-badges';
import { NewTypeDialog } from './new-type-dialog';

type Filter = 'search' | 'status' | 'asset_type_id' | 'deleted';
const FILTERS: readonly Filter[] = ['search', 'status', 'asset_type_id', 'deleted'];

export default function AssetsPage() {
  const assets = useRecords<ListedAssetResponse, Filter>('assets', FILTERS);
  const [open, setOpen] = useState<'asset' | 'type'>();
  const close = (): void => setOpen(undefined);
  return (
    <PageFrame
      name="Assets"
      actions={
        <Permitted right="change_assets">
          <Button variant="default" onClick={() => setOpen('type')}>
            New type
          </Button>
          <Button onClick={() => setOpen('asset')}>New asset</Button>
        </Permitted>
      }
    >
      <Filters records={assets} />
      <RecordTable
        name="Assets"
        records={assets}
        columns={[
          {
            name: 'Tag',
            width: '12%',
            isCode: true,
            phone: 'plain',
            to: (asset) => `/assets/${asset.asset_id}`,
            cell: (asset) => asset.asset_tag,
          },
          {
            name: 'Asset',
            phone: 'title',
            width: '26%',
            isName: true,
            to: (asset) => `/assets/${asset.asset_id}`,
            cell: (asset) => asset.asset_name,
          },
          { name: 'Type', isName: true, cell: (asset) => asset.asset_type_name, phone: 'plain' },
          { name: 'Status', cell: (asset) => <AssetStatusBadge status={asset.status} /> },
          {
            name: 'Location',
            phone: 'plain',
            width: '18%',
            isName: true,
            cell: (asset) => asset.location_name ?? asset.location_id ?? <None>None</None>,
          },
          {
            name: 'Assigned to',
            phone: 'hidden',
            isName: true,
            cell: (asset) => asset.assigned_to_name ?? asset.assigned_to ?? <None>Nobody</None>,
          },
        ]}
        getKey={(asset) => asset.asset_id}
        empty="No assets yet. Create your first one, or send them through the API."
      />
      {open === 'asset' && <NewAssetDialog onClose={close} />}
      {open === 'type' && <NewTypeDialog onClose={close} />}
    </PageFrame>
  );
}

function Filters({ records }: { readonly records: ListedRecords<ListedAssetResponse, Filter> }) {
  const { filters, filter } = records;
  return (
    <FilterRow
      of={records}
      search={
        <SearchFilter of={records} by="search" placeholder="Name, tag or serial number" w={240} />
      }
    >
      <SelectFilter of={records} by="status" label="Status" data={ASSET_STATUSES} w={180} />
      <AssetTypeChooser
        w={200}
        placeholder="All"
        clearable
        value={filters.asset_type_id === undefined ? null : Number(filters.asset_type_id)}
        onChange={(id) => filter({ asset_type_id: id === null ? undefined : String(id) })}
      />
      <CheckboxFilter of={records} by="deleted" label="Deleted" />
    </FilterRow>
  );
}
