import type { AssetDetails } from '../persistence/asset-reads';
import type { Dependencies } from './dependencies';

export const getAsset =
  ({ assets }: Dependencies) =>
  (companyId: number, assetId: number): Promise<AssetDetails> =>
    assets.find(companyId, assetId);

/** Those of these assets that the company has, in any order. */
export const getAssets =
  ({ assets }: Dependencies) =>
  (companyId: number, ids: readonly number[]): Promise<AssetDetails[]> =>
    assets.findSome(companyId, ids);
