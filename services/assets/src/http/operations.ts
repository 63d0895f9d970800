import { fields } from '@svc/http';
import { createRequestExample } from '@svc/records';
import { assetStatuses } from '../domain/asset-status';
import { asset } from '../records/asset';
import { meterReading } from '../records/meter';
import { serviceRecord } from '../records/service-record';
import * as responses from './responses';
import * as schemas from './schemas';

export const listAssets = {
  summary: 'List assets',
  description:
    'Newest first. All filters may be combined; created_after and created_before are inclusive. In search, `%` and `_` have no special meaning.',
  query: schemas.listAssetsQuery,
  response: responses.assetResponse,
  removed: responses.removedAssetResponse,
};

export const getAsset = {
  summary: 'Get an asset',
  description: 'One asset; names of its type, location and technician are the current ones.',
  response: responses.assetResponse,
};

export const createAsset = {
  summary: 'Create an asset',
  description:
    'The service generates asset_tag; a body that holds one is refused. A type, location or technician that the company does not have is refused too. A created asset has the given status, Active when none is given.',
  body: schemas.createAssetBody,
  requestExample: createRequestExample(asset, {
    without: ['externalId', 'status', 'model', 'manufacturer', 'warrantyExpiry', 'notes'],
  }),
  message: 'Asset created.',
  response: responses.createdResponse,
  example: { asset_id: 88, asset_tag: 'AST-000088', asset_name: 'Rooftop unit 2' },
  errors: ['duplicate_external_id'],
} as const;

export const updateAsset = {
  summary: 'Update an asset',
  description:
    'Changes the fields that are sent; null clears where it is allowed. Read-only fields of the asset are ignored, so that an asset that was read can be edited and sent back. A status that differs from the current one is refused, as moves are made with PATCH; so are another location_id, which a transfer changes, and another asset_tag, which nothing changes.',
  body: schemas.updateAssetBody,
  requestExample: { condition: 'fair', notes: 'Fan bearing is worn.' },
  message: 'Asset updated.',
  response: responses.updatedResponse,
  errors: createAsset.errors,
};

const moves = assetStatuses.states.map(
  (from) => `${from} to ${assetStatuses.next(from).join(', ') || 'none (final)'};`,
);

export const changeAssetStatus = {
  summary: 'Move an asset to another status',
  description: `Allowed moves: ${moves.join(' ')} any other one, also to the current status, is refused with invalid_status_transition.`,
  body: schemas.changeAssetStatusBody,
  requestExample: { status: 'In Maintenance' },
  message: 'Asset status updated.',
  response: responses.statusChangeResponse,
  example: { ...responses.statusChangeResponse.example, status: 'In Maintenance' },
  errors: ['invalid_status_transition'],
} as const;

export const listServiceHistory = {
  summary: 'List the service history of an asset',
  description: 'Latest service_date first, then the latest record.',
  query: fields.listQuery,
  response: responses.serviceRecordResponse,
};

export const createServiceRecord = {
  summary: 'Create a service record',
  description:
    'Records service that was done on the asset; its status does not change by it. Fields that are not sent are null. A warranty_claim_number without is_warranty_work true is refused, and so is a technician whom the company does not have.',
  body: schemas.createServiceRecordBody,
  requestExample: createRequestExample(serviceRecord, { without: ['resolutionNotes'] }),
  message: 'Service record created.',
  response: responses.serviceCreatedResponse,
};

export const submitMeterReading = {
  summary: 'Submit a meter reading',
  description:
    "Meters are configured by the company itself, outside this API. A reading that is at or above the meter's threshold creates one job for the asset, linked as meter_threshold; no second one while that job is open. One older than the newest reading is kept and creates no job, and one dated more than a day ahead is refused.",
  body: schemas.submitMeterReadingBody,
  requestExample: createRequestExample(meterReading),
  message: 'Meter reading submitted.',
  response: responses.readingResponse,
  errors: ['meter_not_found'],
} as const;

export const transferAsset = {
  summary: 'Transfer an asset to another location',
  description:
    'The transfer takes place at once and is answered as Completed; from_location_id is null for an asset that had no location. Refused with validation_failed: a location that is not a live customer location of the company, the present location, and an asset that is Retired, Decommissioned or Lost.',
  body: schemas.transferAssetBody,
  requestExample: { to_location_id: 32, transfer_reason: 'Office moved.' },
  message: 'Asset transferred.',
  response: responses.transferResponse,
};
