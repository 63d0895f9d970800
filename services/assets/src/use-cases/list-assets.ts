import type { Page } from '@svc/kernel';
import type { AssetFilter, AssetPage } from '../persistence/asset-reads';
import type { Dependencies } from './dependencies';

export interface ListAssets {
  readonly companyId: number;
  readonly filter: AssetFilter;
  readonly page: Page;
}

export const listAssets =
  ({ assets }: Dependencies) =>
  ({ companyId, filter, page }: ListAssets): Promise<AssetPage> =>
    assets.list(companyId, filter, page);
