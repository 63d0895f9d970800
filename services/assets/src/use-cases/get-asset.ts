import type { AssetDetails } from '../persistence/asset-reads';
import type { Dependencies } from './dependencies';

export const getAsset =
  ({ assets }: Dependencies) =>
  (companyId: number, assetId: number): Promise<AssetDetails> =>
    assets.find(companyId, assetId);
