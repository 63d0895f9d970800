import type { ASSETS } from '@svc/contracts';
import {
  documentBulk,
  documentCreate,
  documentGet,
  documentHistory,
  documentList,
  documentUpdate,
  documentUpsert,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { assetHistoryResponse, assetResponse } from './responses';
import * as operations from './operations';

const createAsset = documentCreate(operations.createAsset);
const updateAsset = documentUpdate(operations.updateAsset);
const changeAssetStatus = documentUpdate(operations.changeAssetStatus);

export const assetsDocumentation: Documentation<typeof ASSETS> = {
  listAssets: documentList(operations.listAssets),
  getAsset: documentGet(operations.getAsset),
  createAsset,
  updateAsset,
  upsertAsset: documentUpsert('an asset', updateAsset, createAsset),
  changeAssetStatus,
  listServiceHistory: documentList(operations.listServiceHistory),
  createServiceRecord: documentCreate(operations.createServiceRecord),
  submitMeterReading: documentCreate(operations.submitMeterReading),
  transferAsset: documentUpdate(operations.transferAsset),

  listAssetHistory: documentHistory({
    record: 'asset',
    reply: assetHistoryResponse,
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

  bulkAssets: documentBulk({
    records: 'assets',
    operations: [
      { method: 'PATCH', id: 88, body: operations.changeAssetStatus.requestExample },
      { method: 'POST', id: 88, sub: 'transfer', body: operations.transferAsset.requestExample },
    ],
    responses: [
      { status: 200, body: changeAssetStatus.example },
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

export const assetsEventRecords: EventRecords = {
  asset: { response: assetResponse, id: 'asset_id' },
};
