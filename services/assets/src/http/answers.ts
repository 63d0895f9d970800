import { CONDITIONS, OUTCOMES, OWNERSHIP_TYPES, SERVICE_TYPES } from '@svc/contracts';
import { answer, historyAnswer, namedAnswer, removedAnswer } from '@svc/http';
import { type Asset } from '../domain/asset';
import { SHOWN_FIELDS } from '../domain/asset-history';
import { assetStatuses, isMovable } from '../domain/asset-status';
import { TRANSFER_STATUS, type AssetTransfer } from '../domain/asset-transfer';
import type { MeterReading, SavedMeter } from '../domain/meter';
import { type ServiceRecord } from '../domain/service-record';
import type { AssetDetails, ShownAsset } from '../persistence/asset-reads';
import type { ShownTransfer } from '../persistence/asset-transfer-reads';
import type { AssetType } from '../persistence/asset-type-reads';
import type { SavedAssetType } from '../persistence/asset-type-repository';
import type { ShownMeter } from '../persistence/meter-reads';
import type { ShownServiceRecord } from '../persistence/service-record-reads';
import type { AppliedAsset } from '../use-cases/apply-assets';
import type { MovedAsset } from '../use-cases/change-asset-status';
import type { SubmittedReading } from '../use-cases/submit-meter-reading';

export const removedAssetAnswer = removedAnswer('RemovedAsset', 'asset_id');

/** An asset, in a list or alone. */
export const assetAnswer = namedAnswer('Asset', (asset: AssetDetails, view, show) => ({
  asset_id: show.id(asset.id),
  version: show.version(asset.version, 'Grows by 1 with each change.'),
  external_id: show.optionalText(asset.externalId),
  asset_tag: show.text(asset.assetTag, 'Generated: AST-000001 and upward, never used twice.'),
  asset_name: show.text(asset.assetName),
  asset_type_id: show.id(asset.assetTypeId),
  asset_type_name: show.text(asset.assetTypeName),
  status: show.oneOf(assetStatuses.states, asset.status),
  location_id: show.optionalId(asset.locationId, 'Where it is installed.'),
  location_name: show.optionalText(asset.locationName),
  assigned_to: show.optionalId(asset.assignedTo, 'The responsible technician.'),
  assigned_to_name: show.optionalText(
    view.showsTechnicians ? asset.assignedToName : null,
    'null without the scope technicians:read.',
  ),
  serial_number: show.optionalText(asset.serialNumber),
  model: show.optionalText(asset.model),
  manufacturer: show.optionalText(asset.manufacturer),
  purchase_date: show.optionalDate(asset.purchaseDate),
  purchase_cost: show.optionalMoney(asset.purchaseCost),
  warranty_expiry: show.optionalDate(asset.warrantyExpiry),
  notes: show.optionalText(asset.notes),
  condition: show.optionalOneOf(CONDITIONS, asset.condition),
  ownership_type: show.optionalOneOf(OWNERSHIP_TYPES, asset.ownershipType),
  created_at: show.timestamp(asset.createdAt, view.zone),
  updated_at: show.timestamp(asset.updatedAt, view.zone),
}));

export const assetHistoryAnswer = historyAnswer(SHOWN_FIELDS);

/** An asset as the dashboard shows one alone. */
export const shownAssetAnswer = answer((asset: ShownAsset, view, show) => ({
  ...assetAnswer.declare(asset, view, show),
  deleted: show.flag(asset.deleted),
  allowed_moves: show.texts(asset.deleted ? [] : assetStatuses.next(asset.status)),
  can_be_transferred: show.flag(!asset.deleted && isMovable(asset.status)),
}));

export const assetTypeAnswer = answer((type: AssetType, _view, show) => ({
  asset_type_id: show.id(type.id),
  asset_type_name: show.text(type.assetTypeName),
}));

/** The type of a name. */
export const savedTypeAnswer = answer(({ id, outcome }: SavedAssetType, _view, show) => ({
  asset_type_id: show.id(id),
  outcome: show.oneOf(OUTCOMES, outcome),
}));

export const createdAnswer = answer((asset: Asset, _view, show) => ({
  asset_id: show.id(asset.id),
  asset_tag: show.text(asset.assetTag),
  asset_name: show.text(asset.assetName),
}));

export const updatedAnswer = answer((asset: Asset, _view, show) => ({
  asset_id: show.id(asset.id),
  asset_name: show.text(asset.assetName),
  status: show.oneOf(assetStatuses.states, asset.status),
}));

export const statusChangeAnswer = answer(({ before, after }: MovedAsset, _view, show) => ({
  asset_id: show.id(after.id),
  status: show.oneOf(assetStatuses.states, after.status),
  previous_status: show.oneOf(assetStatuses.states, before.status),
}));

export const serviceRecordAnswer = namedAnswer(
  'ServiceRecord',
  (record: ServiceRecord, { zone }, show) => ({
    service_id: show.id(record.id),
    asset_id: show.id(record.assetId),
    task_id: show.optionalId(record.taskId),
    service_type: show.oneOf(SERVICE_TYPES, record.serviceType),
    description: show.text(record.description),
    resolution_notes: show.optionalText(record.resolutionNotes),
    parts_used_summary: show.optionalText(record.partsUsedSummary),
    technician_id: show.optionalId(record.technicianId),
    service_date: show.date(record.serviceDate),
    service_started_at: show.optionalTimestamp(record.serviceStartedAt, zone),
    service_completed_at: show.optionalTimestamp(record.serviceCompletedAt, zone),
    created_at: show.timestamp(record.createdAt, zone),
    next_service_due: show.optionalDate(record.nextServiceDue),
    meter_reading_at_service: show.optionalNumber(record.meterReadingAtService),
    labor_hours: show.optionalMoney(record.laborHours),
    service_cost: show.optionalMoney(record.serviceCost),
    is_warranty_work: show.flag(record.isWarrantyWork),
    warranty_claim_number: show.optionalText(record.warrantyClaimNumber),
  }),
);

/** A service record as the dashboard shows it. */
export const shownServiceRecordAnswer = answer((record: ShownServiceRecord, view, show) => ({
  ...serviceRecordAnswer.declare(record, view, show),
  technician_name: show.optionalText(record.technicianName),
}));

export const serviceCreatedAnswer = answer((record: ServiceRecord, _view, show) => ({
  service_id: show.id(record.id),
  asset_id: show.id(record.assetId),
  service_type: show.oneOf(SERVICE_TYPES, record.serviceType),
}));

export const readingAnswer = answer(({ asset, reading }: SubmittedReading, _view, show) => ({
  reading_id: show.id(reading.id),
  asset_id: show.id(asset.id),
  meter_id: show.id(reading.meterId),
  reading_value: show.number(reading.readingValue),
  reading_date: show.date(reading.readingDate),
}));

export const transferAnswer = answer((transfer: AssetTransfer, _view, show) => ({
  transfer_id: show.id(transfer.id),
  asset_id: show.id(transfer.assetId),
  from_location_id: show.optionalId(transfer.fromLocationId),
  to_location_id: show.id(transfer.toLocationId),
  status: show.oneOf([TRANSFER_STATUS], transfer.status),
}));

/** A transfer as the dashboard shows it. */
export const shownTransferAnswer = answer((transfer: ShownTransfer, view, show) => ({
  ...transferAnswer.declare(transfer, view, show),
  from_location_name: show.optionalText(transfer.fromLocationName),
  to_location_name: show.optionalText(transfer.toLocationName),
  transfer_reason: show.optionalText(transfer.transferReason),
  transfer_date: show.date(transfer.transferDate),
  created_at: show.timestamp(transfer.createdAt, view.zone),
}));

/** A meter as the dashboard shows it. */
export const shownMeterAnswer = answer((meter: ShownMeter, _view, show) => ({
  meter_id: show.id(meter.id),
  asset_id: show.id(meter.assetId),
  name: show.text(meter.name),
  unit: show.optionalText(meter.unit),
  threshold: show.optionalNumber(meter.threshold),
  last_reading_value: show.optionalNumber(meter.lastReadingValue),
  last_reading_date: show.optionalDate(meter.lastReadingDate),
}));

export const shownReadingAnswer = answer((reading: MeterReading, view, show) => ({
  reading_id: show.id(reading.id),
  reading_value: show.number(reading.readingValue),
  reading_date: show.date(reading.readingDate),
  created_at: show.timestamp(reading.createdAt, view.zone),
}));

const meterAnswer = answer(({ meter, outcome }: SavedMeter, _view, show) => ({
  meter_id: show.id(meter.id),
  name: show.text(meter.name),
  outcome: show.oneOf(OUTCOMES, outcome),
}));

/** What the operator's manifest refers to afterwards. */
export const appliedAnswer = answer(({ asset, outcome, meters }: AppliedAsset, view, show) => ({
  asset_id: show.id(asset.id),
  asset_tag: show.text(asset.assetTag),
  outcome: show.oneOf(OUTCOMES, outcome),
  meters: show.list(meterAnswer, meters, view),
}));
