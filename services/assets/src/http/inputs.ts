import type { AssetChanges, AssetInput } from '../domain/asset';
import type { ServiceRecordInput } from '../domain/service-record';
import type { ApplyAsset } from '../use-cases/apply-assets';
import type { TransferAsset } from '../use-cases/transfer-asset';
import type {
  ApplyAssetBody,
  CreateAssetBody,
  SaveMeterBody,
  ServiceRecordBody,
  TransferAssetBody,
  UpdateAssetBody,
} from './schemas';

/** What a body changes of an asset; what it does not hold stays as it is. */
export const changesOf = (
  body: Omit<UpdateAssetBody, 'asset_tag' | 'status' | 'location_id'>,
): Omit<AssetChanges, 'locationId'> => ({
  externalId: body.external_id,
  assetName: body.asset_name,
  assetTypeId: body.asset_type_id,
  assignedTo: body.assigned_to,
  serialNumber: body.serial_number,
  model: body.model,
  manufacturer: body.manufacturer,
  purchaseDate: body.purchase_date,
  purchaseCost: body.purchase_cost,
  warrantyExpiry: body.warranty_expiry,
  notes: body.notes,
  condition: body.condition,
  ownershipType: body.ownership_type,
});

/** The input of a new asset. */
export const assetInputOf = (body: CreateAssetBody): AssetInput => ({
  ...changesOf(body),
  assetName: body.asset_name,
  assetTypeId: body.asset_type_id,
  locationId: body.location_id,
});

/** Service that was done; null for an optional field is the same as none. */
export const serviceRecordInputOf = (body: ServiceRecordBody): ServiceRecordInput => ({
  serviceType: body.service_type,
  description: body.description,
  serviceDate: body.service_date,
  serviceCost: body.service_cost ?? null,
  technicianId: body.technician_id ?? null,
  resolutionNotes: body.resolution_notes ?? null,
  laborHours: body.labor_hours ?? null,
  isWarrantyWork: body.is_warranty_work ?? false,
  warrantyClaimNumber: body.warranty_claim_number || null,
});

/** Where an asset goes; null for an optional field is the same as none. */
export const transferOf = (body: TransferAssetBody): Omit<TransferAsset, 'caller' | 'assetId'> => ({
  toLocationId: body.to_location_id,
  transferReason: body.transfer_reason ?? null,
  transferDate: body.transfer_date ?? undefined,
});

/** What a meter is to be; null for an optional field is the same as none. */
export const meterContentOf = ({ name, unit, threshold }: SaveMeterBody) => ({
  name,
  unit: unit ?? null,
  threshold: threshold ?? null,
});

/** An entry of the operator's manifest. */
export const appliedOf = (body: ApplyAssetBody): ApplyAsset => ({
  input: { ...assetInputOf(body), serialNumber: body.serial_number },
  status: body.status ?? undefined,
  meters: (body.meters ?? []).map(({ name, unit, threshold, readings = [] }) => ({
    name,
    unit,
    threshold,
    readings: readings.map(({ reading_value, reading_date }) => ({
      readingValue: reading_value,
      readingDate: reading_date,
    })),
  })),
  serviceRecords: (body.service_records ?? []).map(serviceRecordInputOf),
});
