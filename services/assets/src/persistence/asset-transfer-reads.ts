import { readListPage, selectList, type ListPage, type Run } from '@svc/database';
import type { Page } from '@svc/kernel';
import { assetTransfer, type AssetTransfer } from '../records/asset-transfer';

export interface DashboardTransfer extends AssetTransfer {
  readonly fromLocationName: string | null;
  readonly toLocationName: string | null;
}

const COLUMNS = `${selectList(assetTransfer.columns, 'transfer')},
  from_location.location_name as "fromLocationName", to_location.location_name as "toLocationName"`;

const LOCATIONS = `
  left join location_names from_location
    on from_location.company_id = transfer.company_id
      and from_location.location_id = transfer.from_location_id
  left join location_names to_location
    on to_location.company_id = transfer.company_id
      and to_location.location_id = transfer.to_location_id`;

export const createAssetTransferReads = (run: Run) => ({
  list: (companyId: number, assetId: number, page: Page): Promise<ListPage<DashboardTransfer>> =>
    readListPage(
      run,
      {
        name: 'transfers',
        table: 'asset_transfers transfer',
        columns: COLUMNS,
        joins: LOCATIONS,
        owner: { company_id: companyId, asset_id: assetId },
        where: [],
        order: 'transfer.id desc',
      },
      page,
    ),
});
