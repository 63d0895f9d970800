import type { ASSETS } from '@svc/contracts';
import {
  bulkDocumentation,
  createDocumentation,
  getDocumentation,
  historyDocumentation,
  listDocumentation,
  updateDocumentation,
  upsertOf,
  type Documentation,
  type EventRecords,
} from '@svc/openapi';
import { assetAnswer, assetHistoryAnswer } from './answers';
import * as operations from './operations';

const createAsset = createDocumentation(operations.createAsset);
const updateAsset = updateDocumentation(operations.updateAsset);
const changeAssetStatus = updateDocumentation(operations.changeAssetStatus);

export const assetsDocumentation: Documentation<typeof ASSETS> = {
  listAssets: listDocumentation(operations.listAssets),
  getAsset: getDocumentation(operations.getAsset),
  createAsset,
  updateAsset,
  upsertAsset: upsertOf('an asset', updateAsset, createAsset),
  changeAssetStatus,
  listServiceHistory: listDocumentation(operations.listServiceHistory),
  createServiceRecord: createDocumentation(operations.createServiceRecord),
  submitMeterReading: createDocumentation(operations.submitMeterReading),
  transferAsset: updateDocumentation(operations.transferAsset),

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

  bulkAssets: bulkDocumentation({
    records: 'assets',
    operations: [
      { method: 'PATCH', id: 88, body: operations.changeAssetStatus.requestExample },
      { method: 'POST', id: 88, sub: 'transfer', body: operations.transferAsset.requestExample },
    ],
    answers: [
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
  asset: { answer: assetAnswer, id: 'asset_id' },
};
