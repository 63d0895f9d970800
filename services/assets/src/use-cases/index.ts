import { requireRecordOfHistory } from '@svc/outbox';
import { applyAssets } from './apply-assets';
import { changeAssetStatus } from './change-asset-status';
import { createAsset } from './create-asset';
import { createServiceRecord } from './create-service-record';
import { deleteAsset, restoreAsset } from './remove-asset';
import type { Dependencies } from './dependencies';
import { listOfExisting } from './list-of-existing';
import { addMeter, editMeter } from './meters';
import { submitMeterReading } from './submit-meter-reading';
import { transferAsset } from './transfer-asset';
import { updateAsset } from './update-asset';

/** People also see deleted assets. */
export const createAssetsUseCases = (dependencies: Dependencies) => {
  const { assets, assetTypes, history, serviceRecords, transfers, meters } = dependencies;
  return {
    listAssets: assets.list,
    listAssetChanges: assets.listChanges,
    getAsset: assets.find,
    getAssetIncludingDeleted: assets.findAny,
    getAssets: assets.findSome,
    findReferences: dependencies.findReferences,
    findByExternalId: dependencies.externalIds.find,
    assetHistory: requireRecordOfHistory(history, assets.find),
    assetHistoryIncludingDeleted: requireRecordOfHistory(history, assets.findAny),
    serviceHistory: requireRecordOfHistory(serviceRecords, assets.find),
    serviceHistoryIncludingDeleted: requireRecordOfHistory(serviceRecords, assets.findAny),
    listTransfers: listOfExisting(transfers.list, assets.findAny),
    listMeters: listOfExisting(meters.list, assets.findAny),
    listReadings: listOfExisting(meters.listReadings, meters.find),
    listAssetTypes: assetTypes.list,
    createAsset: createAsset(dependencies),
    updateAsset: updateAsset(dependencies),
    changeAssetStatus: changeAssetStatus(dependencies),
    transferAsset: transferAsset(dependencies),
    deleteAsset: deleteAsset(dependencies),
    restoreAsset: restoreAsset(dependencies),
    createServiceRecord: createServiceRecord(dependencies),
    submitMeterReading: submitMeterReading(dependencies),
    addMeter: addMeter(dependencies),
    editMeter: editMeter(dependencies),
    saveAssetType: (companyId: number, name: string) =>
      dependencies.transact((unit) => unit.assetTypes.save(companyId, name)),
    applyAssets: applyAssets(dependencies),
    rebuildProjections: dependencies.rebuildProjections,
  };
};

export type AssetsUseCases = ReturnType<typeof createAssetsUseCases>;
