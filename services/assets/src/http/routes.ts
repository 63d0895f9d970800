import { ASSETS } from '@svc/contracts';
import {
  createCompanyListHandler,
  createCreationHandler,
  createGetHandler,
  createHistoryHandler,
  createUpdateHandler,
  serve,
  toRecordFilter,
  type ServedRoutes,
} from '@svc/http';
import type { AssetsUseCases } from '../use-cases';
import { selectReferences } from '../use-cases/update-asset';
import { assetHistoryResponse, serviceRecordResponse } from './responses';
import * as operations from './operations';

export const assetsRoutes = (assets: AssetsUseCases): ServedRoutes =>
  serve(ASSETS, {
    listAssets: createCompanyListHandler(
      operations.listAssets,
      { list: assets.listAssets, listChanges: assets.listAssetChanges },
      (query) => ({
        status: query.status,
        assetTypeId: query.asset_type_id,
        condition: query.condition,
        locationId: query.location_id,
        ownershipType: query.ownership_type,
        search: query.search,
        ...toRecordFilter(query),
      }),
    ),

    getAsset: createGetHandler(operations.getAsset, ({ ids, caller }) =>
      assets.getAsset(caller.companyId, ids.id),
    ),

    createAsset: createCreationHandler(
      operations.createAsset,
      ({ body, caller }) => assets.createAsset(caller, body),
      ({ body, caller }) => assets.findReferences(selectReferences(body), caller),
    ),

    updateAsset: createUpdateHandler(
      operations.updateAsset,
      ({ ids, body, caller, precondition }) => {
        const { assetTag, status, locationId, ...changes } = body;
        const repeated = { assetTag, status, locationId };
        return assets.updateAsset(caller, ids.id, { changes, repeated, precondition });
      },
      ({ body: { locationId: _, ...changes }, caller }) =>
        assets.findReferences(selectReferences(changes), caller),
    ),

    upsertAsset: {
      update: 'updateAsset',
      create: 'createAsset',
      selector: 'id',
      find: ({ caller, externalId }) =>
        assets.findByExternalId('assets', caller.companyId, externalId),
    },

    changeAssetStatus: createUpdateHandler(
      operations.changeAssetStatus,
      ({ ids, body, caller, precondition }) =>
        assets.changeAssetStatus(caller, ids.id, body.status, precondition),
    ),

    listServiceHistory: createHistoryHandler(serviceRecordResponse, assets.serviceHistory),

    createServiceRecord: createCreationHandler(
      operations.createServiceRecord,
      ({ ids, body, caller }) => assets.createServiceRecord(caller, ids.id, body),
      ({ body: { technicianId }, caller }) => assets.findReferences({ technicianId }, caller),
    ),

    submitMeterReading: createCreationHandler(
      operations.submitMeterReading,
      ({ ids, body, caller }) => assets.submitMeterReading(caller, ids.id, body),
    ),

    transferAsset: createUpdateHandler(
      operations.transferAsset,
      ({ ids, body, caller }) => assets.transferAsset(caller, ids.id, body),
      ({ body, caller }) => assets.findReferences({ locationId: body.toLocationId }, caller),
    ),

    listAssetHistory: createHistoryHandler(assetHistoryResponse, assets.assetHistory),
  });
