import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { ShownTransfer } from '../persistence/asset-transfer-reads';
import type { Dependencies } from './dependencies';

/** Where an asset has been, deleted or not, the latest first. */
export const showTransfers =
  ({ assets, transfers }: Dependencies) =>
  async (companyId: number, assetId: number, page: Page): Promise<Found<ShownTransfer>> => {
    await assets.findShown(companyId, assetId);
    return transfers.list(companyId, assetId, page);
  };
