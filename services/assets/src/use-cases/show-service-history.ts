import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { ShownServiceRecord } from '../persistence/service-record-reads';
import type { Dependencies } from './dependencies';

/** What was done on an asset, deleted or not, the latest first. */
export const showServiceHistory =
  ({ assets, serviceRecords }: Dependencies) =>
  async (companyId: number, assetId: number, page: Page): Promise<Found<ShownServiceRecord>> => {
    await assets.findShown(companyId, assetId);
    return serviceRecords.listShown(companyId, assetId, page);
  };
