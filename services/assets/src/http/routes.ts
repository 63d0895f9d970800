import { ASSETS } from '@svc/contracts';
import {
  createEndpoint,
  getEndpoint,
  historyEndpoint,
  listEndpoint,
  serve,
  updateEndpoint,
  type Served,
} from '@svc/http';
import type { AssetsUseCases } from '../use-cases';
import { selectReferences } from '../use-cases/update-asset';
import { assetHistoryAnswer, serviceRecordAnswer } from './answers';
import * as operations from './operations';

export const assetsRoutes = (assets: AssetsUseCases): Served =>
  serve(ASSETS, {
    listAssets: listEndpoint(operations.listAssets, ({ query, caller: { companyId } }) => {
      const filter = {
        status: query.status,
        assetTypeId: query.asset_type_id,
        condition: query.condition,
        locationId: query.location_id,
        ownershipType: query.ownership_type,
        externalId: query.external_id,
        search: query.search,
        createdFrom: query.created_after,
        createdBefore: query.created_before,
        updatedFrom: query.updated_since,
      };
      return {
        page: (page) => assets.listAssets(companyId, filter, page),
        changes: (part) => assets.listAssetChanges(companyId, filter, part),
      };
    }),

    getAsset: getEndpoint(operations.getAsset, ({ ids, caller }) =>
      assets.getAsset(caller.companyId, ids.id),
    ),

    createAsset: createEndpoint(
      operations.createAsset,
      ({ body, caller }) => assets.createAsset(caller, body),
      ({ body, caller }) => assets.findReferences(selectReferences(body), caller),
    ),

    updateAsset: updateEndpoint(
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

    changeAssetStatus: updateEndpoint(
      operations.changeAssetStatus,
      ({ ids, body, caller, precondition }) =>
        assets.changeAssetStatus(caller, ids.id, body.status, precondition),
    ),

    listServiceHistory: historyEndpoint(serviceRecordAnswer, assets.serviceHistory),

    createServiceRecord: createEndpoint(
      operations.createServiceRecord,
      ({ ids, body, caller }) => assets.createServiceRecord(caller, ids.id, body),
      ({ body: { technicianId }, caller }) => assets.findReferences({ technicianId }, caller),
    ),

    submitMeterReading: createEndpoint(operations.submitMeterReading, ({ ids, body, caller }) =>
      assets.submitMeterReading(caller, ids.id, body),
    ),

    transferAsset: updateEndpoint(
      operations.transferAsset,
      ({ ids, body, caller }) => assets.transferAsset(caller, ids.id, body),
      ({ body, caller }) => assets.findReferences({ locationId: body.toLocationId }, caller),
    ),

    listAssetHistory: historyEndpoint(assetHistoryAnswer, assets.assetHistory),
  });
