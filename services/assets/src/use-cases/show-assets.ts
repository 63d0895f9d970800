import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type { MeterReading } from '../domain/meter';
import type { ShownAsset } from '../persistence/asset-reads';
import type { ShownTransfer } from '../persistence/asset-transfer-reads';
import type { AssetType } from '../persistence/asset-type-reads';
import type { ShownMeter } from '../persistence/meter-reads';
import type { ShownServiceRecord } from '../persistence/service-record-reads';
import type { Dependencies } from './dependencies';

/** What people see of an asset, deleted or not; each of them is not_found where there is none. */
export const showAssets = ({
  assets,
  serviceRecords,
  transfers,
  meters,
  assetTypes,
}: Dependencies) => {
  const listOf =
    <Row>(list: (companyId: number, assetId: number, page: Page) => Promise<Found<Row>>) =>
    async (companyId: number, assetId: number, page: Page): Promise<Found<Row>> => {
      await assets.findShown(companyId, assetId);
      return list(companyId, assetId, page);
    };
  return {
    showAsset: (companyId: number, id: number): Promise<ShownAsset> =>
      assets.findShown(companyId, id),

    /** What was done on it, the latest first. */
    showServiceHistory: listOf<ShownServiceRecord>(serviceRecords.listShown),

    /** The latest first. */
    showTransfers: listOf<ShownTransfer>(transfers.list),

    /** By name. */
    showMeters: listOf<ShownMeter>(meters.list),

    /** What a meter showed, the latest first. */
    async showReadings(
      companyId: number,
      meterId: number,
      page: Page,
    ): Promise<Found<MeterReading>> {
      await meters.find(companyId, meterId);
      return meters.readings(companyId, meterId, page);
    },

    /** The kinds of assets of the company, by name. */
    showAssetTypes: (
      companyId: number,
      filter: { readonly search?: string | undefined },
      page: Page,
    ): Promise<Found<AssetType>> => assetTypes.list(companyId, filter, page),
  };
};
