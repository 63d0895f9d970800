import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { ShownMeter } from '../persistence/meter-reads';
import type { Dependencies } from './dependencies';

/** The meters of an asset, deleted or not, by name. */
export const showMeters =
  ({ assets, meters }: Dependencies) =>
  async (companyId: number, assetId: number, page: Page): Promise<Found<ShownMeter>> => {
    await assets.findShown(companyId, assetId);
    return meters.list(companyId, assetId, page);
  };
