import { completeDetails } from '@svc/records';
import { asset as assetRecord } from '../records/asset';
import { newAsset } from './asset';
import { assetCreated, thresholdReached } from './asset-events';

const CREATED = new Date('2026-03-02T14:15:00Z');
const LATER = new Date('2026-03-03T14:15:00Z');
const author = { actor: 'api_key:1', zone: 'America/New_York' };

const asset = newAsset(
  {
    companyId: 1,
    id: 5,
    assetTag: 'AST-000005',
    details: completeDetails(assetRecord, { assetName: 'Pump', assetTypeId: 2 }),
  },
  CREATED,
);

const card = {
  asset_id: 5,
  asset_tag: 'AST-000005',
  asset_name: 'Pump',
  asset_status: 'Active',
  deleted: false,
  version: 1,
};

it('announces a new asset by its card', () => {
  expect(assetCreated(asset, author)).toEqual([
    {
      type: 'asset.created',
      companyId: 1,
      recordId: 5,
      version: 1,
      occurredAt: CREATED,
      actor: 'api_key:1',
      data: { card },
    },
  ]);
});

it('announces a reading at the time it was kept, with the version that the asset has', () => {
  const meter = { companyId: 1, id: 7, assetId: 5, name: 'Run hours', unit: null, threshold: 500 };
  const reading = {
    companyId: 1,
    id: 11,
    meterId: 7,
    readingValue: 501.5,
    readingDate: '2026-03-01',
    createdAt: LATER,
  };

  expect(thresholdReached(asset, meter, reading, author)).toEqual({
    type: 'asset.meter_threshold_reached',
    companyId: 1,
    recordId: 5,
    version: 1,
    occurredAt: LATER,
    actor: 'api_key:1',
    data: {
      card,
      asset_id: 5,
      location_id: null,
      meter_id: 7,
      meter_name: 'Run hours',
      unit: null,
      threshold: 500,
      reading_id: 11,
      reading_value: 501.5,
      reading_date: '2026-03-01',
      object: {
        meter_reading: {
          meter_id: 7,
          meter_name: 'Run hours',
          unit: null,
          threshold: 500,
          reading_id: 11,
          reading_value: 501.5,
          reading_date: '2026-03-01',
        },
      },
    },
  });
});
