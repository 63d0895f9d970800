import { addMeter } from './add-meter';
import { applyAsset } from './apply-asset';
import { applyAssets } from './apply-assets';
import { changeAssetStatus } from './change-asset-status';
import { createAsset } from './create-asset';
import { createServiceRecord } from './create-service-record';
import { deleteAsset } from './delete-asset';
import type { Dependencies } from './dependencies';
import { editMeter } from './edit-meter';
import { getAsset } from './get-asset';
import { historyEvenOfDeleted, listAssetHistory } from './list-asset-history';
import { listAssets } from './list-assets';
import { listServiceHistory } from './list-service-history';
import { restoreAsset } from './restore-asset';
import { saveAssetType } from './save-asset-type';
import { showMeters } from './show-meters';
import { showReadings } from './show-readings';
import { showServiceHistory } from './show-service-history';
import { showTransfers } from './show-transfers';
import { submitMeterReading } from './submit-meter-reading';
import { transferAsset } from './transfer-asset';
import { updateAsset } from './update-asset';

/** Everything that can be done with assets. */
export const assetsUseCases = (dependencies: Dependencies) => ({
  listAssets: listAssets(dependencies),
  listAssetChanges: dependencies.assets.listChanges,
  getAsset: getAsset(dependencies),
  findByExternalId: dependencies.externalIds.find,
  getAssets: dependencies.assets.findSome,
  createAsset: createAsset(dependencies),
  updateAsset: updateAsset(dependencies),
  changeAssetStatus: changeAssetStatus(dependencies),
  listServiceHistory: listServiceHistory(dependencies),
  listServiceHistoryChanges: dependencies.serviceRecords.listChanges,
  createServiceRecord: createServiceRecord(dependencies),
  submitMeterReading: submitMeterReading(dependencies),
  transferAsset: transferAsset(dependencies),
  saveAssetType: saveAssetType(dependencies),
  applyAsset: applyAsset(dependencies),
  applyAssets: applyAssets(dependencies),
  deleteAsset: deleteAsset(dependencies),
  restoreAsset: restoreAsset(dependencies),
  listAssetHistory: listAssetHistory(dependencies),
  historyEvenOfDeleted: historyEvenOfDeleted(dependencies),
  showAsset: dependencies.assets.findShown,
  showServiceHistory: showServiceHistory(dependencies),
  showTransfers: showTransfers(dependencies),
  showMeters: showMeters(dependencies),
  showReadings: showReadings(dependencies),
  showAssetTypes: dependencies.assetTypes.list,
  addMeter: addMeter(dependencies),
  editMeter: editMeter(dependencies),
  rebuildProjections: dependencies.rebuildProjections,
});

export type AssetsUseCases = ReturnType<typeof assetsUseCases>;
