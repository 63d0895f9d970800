import type {
  AssetCard,
  BesideReachedAsset,
  Caller,
  DomainEvent,
  EventType,
  ReachedReading,
} from '@svc/contracts';
import { fieldChanges, formerValues } from '@svc/kernel';
import { EDITABLE, type Asset } from './asset';
import { SHOWN_FIELDS } from './asset-history';
import type { MeterReading, MeterWithThreshold } from './meter';

/** Who made a change. */
export type Author = Pick<Caller, 'actor'>;

type AssetEvent = Extract<EventType, `asset.${string}`>;

/** The facts about an asset that other contexts get. */
export const assetCard = (
  asset: Pick<Asset, 'id' | 'assetTag' | 'assetName' | 'status' | 'deletedAt' | 'version'>,
): AssetCard => ({
  asset_id: asset.id,
  asset_tag: asset.assetTag,
  asset_name: asset.assetName,
  asset_status: asset.status,
  deleted: asset.deletedAt !== null,
  version: asset.version,
});

const announce = (
  type: AssetEvent,
  asset: Asset,
  { actor }: Author,
  data: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  type,
  companyId: asset.companyId,
  recordId: asset.id,
  version: asset.version,
  occurredAt: asset.updatedAt,
  actor,
  data: { card: assetCard(asset), ...data },
});

export const assetCreated = (asset: Asset, author: Author): DomainEvent =>
  announce('asset.created', asset, author, {});

/** Says what the changed fields were before, by their names in the API. */
export function assetUpdated(
  before: Asset,
  after: Asset,
  author: Pick<Caller, 'actor' | 'zone'>,
): DomainEvent {
  const changes = fieldChanges(EDITABLE, before, after);
  const previous = formerValues(changes, SHOWN_FIELDS, author.zone);
  return announce('asset.updated', after, author, { previous });
}

export const assetMoved = (before: Asset, after: Asset, author: Author): DomainEvent =>
  announce('asset.status_changed', after, author, { previous: { status: before.status } });

/** On top of what an update announces: the asset is at another location. */
export const assetTransferred = (before: Asset, after: Asset, author: Author): DomainEvent =>
  announce('asset.transferred', after, author, { previous: { location_id: before.locationId } });

/** A deleted or restored asset is an updated one: the card says which it is. */
export const assetDeletedOrRestored = (before: Asset, after: Asset, author: Author): DomainEvent =>
  announce('asset.updated', after, author, { previous: { deleted: before.deletedAt !== null } });

/** A reading at or above the threshold, with all that a job for it needs. */
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
  const announced = announce('asset.meter_threshold_reached', asset, author, {
    asset_id: asset.id,
    location_id: asset.locationId,
    ...kept,
    object: { meter_reading: kept } satisfies BesideReachedAsset,
  });
  return { ...announced, occurredAt: reading.createdAt };
};
