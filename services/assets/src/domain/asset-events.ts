import {
  createRecordEvent,
  type AssetSummary,
  type Caller,
  type DomainEvent,
  type EventType,
  type ReachedReading,
  type ThresholdEventExtras,
} from '@svc/contracts';
import type { Asset } from '../records/asset';
import type { MeterReading } from '../records/meter';
import type { MeterWithThreshold } from './meter';

export type Author = Pick<Caller, 'actor'>;

export type AssetEvent = Extract<EventType, `asset.${string}`>;

export const assetCard = (
  asset: Pick<Asset, 'id' | 'assetTag' | 'assetName' | 'status' | 'deletedAt' | 'version'>,
): AssetSummary => ({
  asset_id: asset.id,
  asset_tag: asset.assetTag,
  asset_name: asset.assetName,
  asset_status: asset.status,
  deleted: asset.deletedAt !== null,
  version: asset.version,
});

export const assetEvent = (
  type: AssetEvent,
  asset: Asset,
  { actor }: Author,
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent => createRecordEvent(type, asset, actor, { card: assetCard(asset), ...data });

export const assetCreated = (asset: Asset, author: Author): DomainEvent[] => [
  assetEvent('asset.created', asset, author),
];

export const thresholdReached = (
  asset: Asset,
  meter: MeterWithThreshold,
  reading: MeterReading,
  author: Author,
): DomainEvent => {
  const kept: ReachedReading = {
    meter_id: meter.id,
    meter_name: meter.name,
    unit: meter.unit,
    threshold: meter.threshold,
    reading_id: reading.id,
    reading_value: reading.readingValue,
    reading_date: reading.readingDate,
  };
  const announced = assetEvent('asset.meter_threshold_reached', asset, author, {
    asset_id: asset.id,
    location_id: asset.locationId,
    ...kept,
    object: { meter_reading: kept } satisfies ThresholdEventExtras,
  });
  return { ...announced, occurredAt: reading.createdAt };
};
