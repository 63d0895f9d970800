import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { AssetDetails, AssetFilter } from '../persistence/asset-reads';
import type { Dependencies } from './dependencies';

export interface ListAssets {
  readonly companyId: number;
  readonly filter: AssetFilter;
  readonly page: Page;
}

export const listAssets =
  ({ assets }: Dependencies) =>
  ({ companyId, filter, page }: ListAssets): Promise<Found<AssetDetails>> =>
    assets.list(companyId, filter, page);
