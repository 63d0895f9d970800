import { APPLY_OUTCOMES } from '@svc/contracts';
import { defineHistoryResponse, defineRemovedResponse, defineResponse } from '@svc/http';
import { createResponse, field, toHistoryFields } from '@svc/records';
import { assetStatuses, isMovable } from '../domain/asset-status';
import type { SavedMeter } from '../domain/meter';
import type { DashboardAsset } from '../persistence/asset-reads';
import type { AssetType, SavedAssetType } from '../persistence/asset-types';
import { asset, type Asset } from '../records/asset';
import { assetTransfer } from '../records/asset-transfer';
import { meter, meterReading } from '../records/meter';
import { serviceRecord } from '../records/service-record';
import type { AppliedAsset } from '../use-cases/apply-assets';

export const removedAssetResponse = defineRemovedResponse('RemovedAsset', 'asset_id');

export const assetResponse = createResponse(asset, { name: 'Asset' });

export const assetHistoryResponse = defineHistoryResponse(toHistoryFields(asset));

export const dashboardAssetResponse = defineResponse((shown: DashboardAsset, view, show) => ({
  ...assetResponse.declare(shown, view, show),
  deleted: show.flag(shown.deleted),
  allowed_moves: show.texts(shown.deleted ? [] : assetStatuses.next(shown.status)),
  can_be_transferred: show.flag(!shown.deleted && isMovable(shown.status)),
}));

export const assetTypeResponse = defineResponse((type: AssetType, _view, show) => ({
  asset_type_id: show.id(type.id),
  asset_type_name: show.text(type.assetTypeName),
}));

export const savedTypeResponse = defineResponse(({ id, outcome }: SavedAssetType, _view, show) => ({
  asset_type_id: show.id(id),
  outcome: show.oneOf(APPLY_OUTCOMES, outcome),
}));

export const createdResponse = defineResponse((created: Asset, _view, show) => ({
  asset_id: show.id(created.id),
  asset_tag: show.text(created.assetTag),
  asset_name: show.text(created.assetName),
}));

export const updatedResponse = createResponse(asset, { only: ['id', 'assetName', 'status'] });

export const statusChangeResponse = createResponse(asset, {
  only: ['id', 'status'],
  also: { previousStatus: field.oneOf(assetStatuses.states)('joined', { example: 'Active' }) },
});

export const serviceRecordResponse = createResponse(serviceRecord, { name: 'ServiceRecord' });

export const dashboardServiceRecordResponse = createResponse(serviceRecord, {
  also: { technicianName: field.text('joined', { nullable: true }) },
});

export const serviceCreatedResponse = createResponse(serviceRecord, {
  only: ['id', 'assetId', 'serviceType'],
});

export const readingResponse = createResponse(meterReading, { without: ['createdAt'] });

export const transferResponse = createResponse(assetTransfer, {
  without: ['transferReason', 'transferDate', 'createdAt'],
});

export const dashboardTransferResponse = createResponse(assetTransfer, {
  also: {
    fromLocationName: field.text('joined', { nullable: true }),
    toLocationName: field.text('joined', { nullable: true }),
  },
});

export const dashboardMeterResponse = createResponse(meter);

export const dashboardReadingResponse = createResponse(meterReading, {
  without: ['assetId', 'meterId'],
});

const savedMeterResponse = defineResponse((saved: SavedMeter, _view, show) => ({
  meter_id: show.id(saved.meter.id),
  name: show.text(saved.meter.name),
  outcome: show.oneOf(APPLY_OUTCOMES, saved.outcome),
}));

export const appliedResponse = defineResponse((applied: AppliedAsset, view, show) => ({
  asset_id: show.id(applied.asset.id),
  asset_tag: show.text(applied.asset.assetTag),
  outcome: show.oneOf(APPLY_OUTCOMES, applied.outcome),
  meters: show.list(savedMeterResponse, applied.meters, view),
}));
