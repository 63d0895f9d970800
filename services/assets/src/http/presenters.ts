import type { View } from '@svc/http';
import { formatOptionalTimestamp, formatTimestamp } from '@svc/kernel';
import type { Asset } from '../domain/asset';
import type { AssetTransfer } from '../domain/asset-transfer';
import type { MeterReading } from '../domain/meter';
import type { ServiceRecord } from '../domain/service-record';
import type { AssetDetails } from '../persistence/asset-reads';
import type { AppliedAsset } from '../use-cases/apply-asset';

/** An asset, in a list or alone. */
export const presentAsset = (asset: AssetDetails, { zone, showsTechnicians }: View) => ({
  asset_id: asset.id,
  asset_tag: asset.tag,
  asset_name: asset.name,
  asset_type_id: asset.typeId,
  asset_type_name: asset.typeName,
  status: asset.status,
  location_id: asset.locationId,
  location_name: asset.locationName,
  assigned_to: asset.assignedTo,
  assigned_to_name: showsTechnicians ? asset.technicianName : null,
  serial_number: asset.serialNumber,
  model: asset.model,
  manufacturer: asset.manufacturer,
  purchase_date: asset.purchaseDate,
  purchase_cost: asset.purchaseCost,
  warranty_expiry: asset.warrantyExpiry,
  notes: asset.notes,
  condition: asset.condition,
  ownership_type: asset.ownershipType,
  created_at: formatTimestamp(asset.createdAt, zone),
  updated_at: formatTimestamp(asset.updatedAt, zone),
});

export const presentCreated = ({ id, tag, name }: Asset) => ({
  asset_id: id,
  asset_tag: tag,
  asset_name: name,
});

export const presentUpdated = ({ id, name, status }: Asset) => ({
  asset_id: id,
  asset_name: name,
  status,
});

export const presentStatusChange = (before: Asset, after: Asset) => ({
  asset_id: after.id,
  status: after.status,
  previous_status: before.status,
});

export const presentServiceRecord = (record: ServiceRecord, zone: string) => ({
  service_id: record.id,
  asset_id: record.assetId,
  task_id: record.taskId,
  service_type: record.type,
  description: record.description,
  resolution_notes: record.resolutionNotes,
  parts_used_summary: record.partsUsedSummary,
  technician_id: record.technicianId,
  service_date: record.serviceDate,
  service_started_at: formatOptionalTimestamp(record.startedAt, zone),
  service_completed_at: formatOptionalTimestamp(record.completedAt, zone),
  created_at: formatTimestamp(record.createdAt, zone),
  next_service_due: record.nextServiceDue,
  meter_reading_at_service: record.meterReading,
  labor_hours: record.laborHours,
  service_cost: record.cost,
  is_warranty_work: record.isWarrantyWork,
  warranty_claim_number: record.warrantyClaimNumber,
});

export const presentServiceCreated = ({ id, assetId, type }: ServiceRecord) => ({
  service_id: id,
  asset_id: assetId,
  service_type: type,
});

export const presentReading = (asset: Asset, reading: MeterReading) => ({
  reading_id: reading.id,
  asset_id: asset.id,
  meter_id: reading.meterId,
  reading_value: reading.value,
  reading_date: reading.readingDate,
});

export const presentTransfer = (transfer: AssetTransfer) => ({
  transfer_id: transfer.id,
  asset_id: transfer.assetId,
  from_location_id: transfer.fromLocationId,
  to_location_id: transfer.toLocationId,
  status: transfer.status,
});

/** What the operator's manifest refers to afterwards. */
export const presentApplied = ({ asset, outcome, meters }: AppliedAsset) => ({
  asset_id: asset.id,
  asset_tag: asset.tag,
  outcome,
  meters: meters.map(({ meter: { id, name }, outcome: became }) => ({
    meter_id: id,
    name,
    outcome: became,
  })),
});
