import type { ASSETS } from '@svc/contracts';
import { fields } from '@svc/http';
import {
  bulkDocumentation,
  EXAMPLE_REQUEST_ID,
  foundReply,
  historyDocumentation,
  listedReply,
  upsertOf,
  writtenReply,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { assetStatuses } from '../domain/asset-status';
import {
  assetAnswer,
  assetHistoryAnswer,
  createdAnswer,
  readingAnswer,
  serviceCreatedAnswer,
  serviceRecordAnswer,
  statusChangeAnswer,
  transferAnswer,
  updatedAnswer,
  removedAssetAnswer,
} from './answers';
import {
  changeAssetStatusBody,
  createAssetBody,
  createServiceRecordBody,
  listAssetsQuery,
  submitMeterReadingBody,
  transferAssetBody,
  updateAssetBody,
} from './schemas';

const exampleAsset = {
  asset_id: 88,
  version: 5,
  external_id: 'EQ-2041',
  asset_tag: 'AST-000088',
  asset_name: 'Rooftop unit 2',
  asset_type_id: 3,
  asset_type_name: 'HVAC unit',
  status: 'Active',
  location_id: 31,
  location_name: 'Main Street office',
  assigned_to: 4,
  assigned_to_name: 'Ada Byron',
  serial_number: 'SN-48213',
  model: 'RTU-500',
  manufacturer: 'Northwind Climate',
  purchase_date: '2024-05-01',
  purchase_cost: 8450.5,
  warranty_expiry: '2029-05-01',
  notes: null,
  condition: 'good',
  ownership_type: 'customer',
  created_at: '2026-03-02T09:15:00-05:00',
  updated_at: '2026-03-09T16:40:12-04:00',
};

const exampleService = {
  service_id: 501,
  asset_id: 88,
  task_id: null,
  service_type: 'repair',
  description: 'Replaced the compressor contactor.',
  resolution_notes: 'Tested for one hour under load.',
  parts_used_summary: null,
  technician_id: 4,
  service_date: '2026-03-09',
  service_started_at: null,
  service_completed_at: null,
  created_at: '2026-03-09T16:40:12-04:00',
  next_service_due: null,
  meter_reading_at_service: null,
  labor_hours: 1.5,
  service_cost: 220,
  is_warranty_work: true,
  warranty_claim_number: 'WC-1182',
};

const request_id = EXAMPLE_REQUEST_ID;

const operations = {
  listAssets: {
    summary: 'List assets',
    description:
      'Newest first. All filters may be combined; created_after and created_before are inclusive. In search `%` and `_` stand for themselves.',
    query: listAssetsQuery,
    reply: listedReply(assetAnswer, { removed: removedAssetAnswer }),
    status: 200,
    example: {
      success: true,
      data: [exampleAsset],
      pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
      request_id,
    },
    errors: ['validation_failed'],
  },

  getAsset: {
    summary: 'Get an asset',
    description: 'One asset; names of its type, location and technician are the current ones.',
    reply: foundReply(assetAnswer),
    status: 200,
    isVersioned: true,
    example: { success: true, data: exampleAsset, request_id },
    errors: ['not_found'],
  },

  createAsset: {
    summary: 'Create an asset',
    description: [
      'The service generates asset_tag; a body that holds one is refused. A type, location or',
      'technician that the company does not have is refused too. A created asset has the given',
      'status, Active when none is given.',
    ].join(' '),
    body: createAssetBody,
    requestExample: {
      asset_name: 'Rooftop unit 2',
      asset_type_id: 3,
      location_id: 31,
      assigned_to: 4,
      serial_number: 'SN-48213',
      purchase_date: '2024-05-01',
      purchase_cost: 8450.5,
      condition: 'good',
      ownership_type: 'customer',
    },
    reply: writtenReply(createdAnswer),
    status: 201,
    example: {
      success: true,
      message: 'Asset created.',
      data: { asset_id: 88, asset_tag: 'AST-000088', asset_name: 'Rooftop unit 2' },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'duplicate_external_id'],
  },

  updateAsset: {
    summary: 'Update an asset',
    description: [
      'Changes the fields that are sent; null clears where it is allowed. Read-only fields of the',
      'asset are ignored, so that an asset that was read can be edited and sent back. A status that',
      'differs from the current one is refused, as moves are made with PATCH; so are another',
      'location_id, which a transfer changes, and another asset_tag, which nothing changes.',
    ].join(' '),
    body: updateAssetBody,
    requestExample: { condition: 'fair', notes: 'Fan bearing is worn.' },
    reply: writtenReply(updatedAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Asset updated.',
      data: { asset_id: 88, asset_name: 'Rooftop unit 2', status: 'Active' },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found', 'duplicate_external_id'],
  },

  changeAssetStatus: {
    summary: 'Move an asset to another status',
    description: [
      'Allowed moves:',
      ...assetStatuses.states.map(
        (from) => `${from} to ${assetStatuses.next(from).join(', ') || 'none (final)'};`,
      ),
      'any other one, also to the current status, is refused with invalid_status_transition.',
    ].join(' '),
    body: changeAssetStatusBody,
    requestExample: { status: 'In Maintenance' },
    reply: writtenReply(statusChangeAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Asset status updated.',
      data: { asset_id: 88, status: 'In Maintenance', previous_status: 'Active' },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found', 'invalid_status_transition'],
  },

  listServiceHistory: {
    summary: 'List the service history of an asset',
    description: 'Latest service_date first, then the latest record.',
    query: fields.listQuery,
    reply: listedReply(serviceRecordAnswer),
    status: 200,
    example: {
      success: true,
      data: [exampleService],
      pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
      request_id,
    },
    errors: ['validation_failed', 'not_found'],
  },

  createServiceRecord: {
    summary: 'Create a service record',
    description:
      'Records service that was done on the asset; its status does not change by it. Fields that are not sent are null. A warranty_claim_number without is_warranty_work true is refused, and so is a technician whom the company does not have.',
    body: createServiceRecordBody,
    requestExample: {
      service_type: 'repair',
      description: 'Replaced the compressor contactor.',
      service_date: '2026-03-09',
      technician_id: 4,
      labor_hours: 1.5,
      service_cost: 220,
      is_warranty_work: true,
      warranty_claim_number: 'WC-1182',
    },
    reply: writtenReply(serviceCreatedAnswer),
    status: 201,
    example: {
      success: true,
      message: 'Service record created.',
      data: { service_id: 501, asset_id: 88, service_type: 'repair' },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found'],
  },

  submitMeterReading: {
    summary: 'Submit a meter reading',
    description: [
      'Meters are configured by the company itself, outside this API. A reading that is at or above',
      "the meter's threshold creates one job for the asset, linked as meter_threshold; no second one",
      'while that job is open. One older than the newest reading is kept and creates no job, and one',
      'dated more than a day ahead is refused.',
    ].join(' '),
    body: submitMeterReadingBody,
    requestExample: { meter_id: 12, reading_value: 512.5, reading_date: '2026-03-01' },
    reply: writtenReply(readingAnswer),
    status: 201,
    example: {
      success: true,
      message: 'Meter reading submitted.',
      data: {
        reading_id: 9001,
        asset_id: 88,
        meter_id: 12,
        reading_value: 512.5,
        reading_date: '2026-03-01',
      },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found', 'meter_not_found'],
  },

  transferAsset: {
    summary: 'Transfer an asset to another location',
    description: [
      'The transfer takes place at once and is answered as Completed; from_location_id is null for an',
      'asset that had no location. Refused with validation_failed: a location that is not a live',
      'customer location of the company, the present location, and an asset that is Retired,',
      'Decommissioned or Lost.',
    ].join(' '),
    body: transferAssetBody,
    requestExample: { to_location_id: 32, transfer_reason: 'Office moved.' },
    reply: writtenReply(transferAnswer),
    status: 200,
    example: {
      success: true,
      message: 'Asset transferred.',
      data: {
        transfer_id: 77,
        asset_id: 88,
        from_location_id: 31,
        to_location_id: 32,
        status: 'Completed',
      },
      request_id,
    },
    errors: ['invalid_json', 'validation_failed', 'not_found'],
  },

  listAssetHistory: historyDocumentation({
    record: 'asset',
    reply: assetHistoryAnswer,
    more: 'A transfer is a change of `location_id`.',
    changes: [
      {
        field: 'location_id',
        before: 31,
        after: 32,
        name_before: 'Main Street office',
        name_after: 'Harbor warehouse',
      },
    ],
  }),
} satisfies Omit<Documentation<typeof ASSETS>, 'upsertAsset' | 'bulkAssets'>;

export const assetsDocumentation: Documentation<typeof ASSETS> = {
  ...operations,
  upsertAsset: upsertOf('an asset', operations.updateAsset, operations.createAsset),
  bulkAssets: bulkDocumentation({
    records: 'assets',
    operations: [
      { method: 'PATCH', id: 88, body: operations.changeAssetStatus.requestExample },
      { method: 'POST', id: 88, sub: 'transfer', body: operations.transferAsset.requestExample },
    ],
    answers: [
      { status: 200, body: operations.changeAssetStatus.example },
      {
        status: 403,
        body: {
          success: false,
          error: 'insufficient_scope',
          message: 'The caller lacks the scope assets:transfer.',
        },
      },
    ],
  }),
};

/** What events of assets show. */
export const assetsEventRecords: EventRecords = {
  asset: { answer: assetAnswer, id: 'asset_id' },
};
