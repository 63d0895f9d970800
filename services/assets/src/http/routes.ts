import { ASSETS } from '@svc/contracts';
import {
  created,
  endpoint,
  foundVersion,
  historyEndpoint,
  listEndpoint,
  serve,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import { DEFAULT_STATUS } from '../domain/asset-status';
import type { AssetsUseCases } from '../use-cases';
import { wantedBy } from '../use-cases/update-asset';
import {
  assetAnswer,
  assetHistoryAnswer,
  createdAnswer,
  readingAnswer,
  removedAssetAnswer,
  serviceCreatedAnswer,
  serviceRecordAnswer,
  statusChangeAnswer,
  transferAnswer,
  updatedAnswer,
} from './answers';
import { changesOf, assetInputOf, serviceRecordInputOf, transferOf } from './inputs';
import {
  changeAssetStatusBody,
  createAssetBody,
  createServiceRecordBody,
  listAssetsQuery,
  submitMeterReadingBody,
  transferAssetBody,
  updateAssetBody,
} from './schemas';

export const assetsRoutes = (assets: AssetsUseCases): Served =>
  serve(ASSETS, {
    listAssets: listEndpoint(
      { query: listAssetsQuery, shown: assetAnswer, removed: removedAssetAnswer },
      ({ query, caller: { companyId } }) => {
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
      },
    ),

    getAsset: endpoint({}, async ({ ids, caller }) => {
      const asset = await assets.getAsset(caller.companyId, ids.id);
      return foundVersion(asset.version, assetAnswer.present(asset, viewOf(caller)));
    }),

    createAsset: endpoint(
      { body: createAssetBody },
      async ({ body, caller }) => {
        const asset = await assets.createAsset({
          caller,
          input: assetInputOf(body),
          status: body.status ?? DEFAULT_STATUS,
        });
        return created('Asset created.', createdAnswer.present(asset, viewOf(caller)));
      },
      ({ body, caller }) => assets.findReferences(wantedBy(assetInputOf(body)), caller),
    ),

    updateAsset: endpoint(
      { body: updateAssetBody },
      async ({ ids, body, caller, precondition }) => {
        const asset = await assets.updateAsset({
          caller,
          precondition,
          assetId: ids.id,
          changes: changesOf(body),
          repeated: { assetTag: body.asset_tag, status: body.status, locationId: body.location_id },
        });
        return written('Asset updated.', updatedAnswer.present(asset, viewOf(caller)));
      },
      ({ body, caller }) => assets.findReferences(wantedBy(changesOf(body)), caller),
    ),

    upsertAsset: {
      update: 'updateAsset',
      create: 'createAsset',
      selector: 'id',
      find: ({ caller, externalId }) =>
        assets.findByExternalId('assets', caller.companyId, externalId),
    },

    changeAssetStatus: endpoint(
      { body: changeAssetStatusBody },
      async ({ ids, body, caller, precondition }) => {
        const moved = await assets.changeAssetStatus({
          caller,
          assetId: ids.id,
          to: body.status,
          precondition,
        });
        return written('Asset status updated.', statusChangeAnswer.present(moved, viewOf(caller)));
      },
    ),

    listServiceHistory: historyEndpoint(serviceRecordAnswer, assets.serviceHistory),

    createServiceRecord: endpoint(
      { body: createServiceRecordBody },
      async ({ ids, body, caller }) => {
        const record = await assets.createServiceRecord({
          caller,
          assetId: ids.id,
          input: serviceRecordInputOf(body),
        });
        return created(
          'Service record created.',
          serviceCreatedAnswer.present(record, viewOf(caller)),
        );
      },
      ({ body, caller }) => assets.findReferences({ technicianId: body.technician_id }, caller),
    ),

    submitMeterReading: endpoint(
      { body: submitMeterReadingBody },
      async ({ ids, body, caller }) => {
        const submitted = await assets.submitMeterReading({
          caller,
          assetId: ids.id,
          meterId: body.meter_id,
          readingValue: body.reading_value,
          readingDate: body.reading_date,
        });
        return created(
          'Meter reading submitted.',
          readingAnswer.present(submitted, viewOf(caller)),
        );
      },
    ),

    transferAsset: endpoint(
      { body: transferAssetBody },
      async ({ ids, body, caller }) => {
        const transfer = await assets.transferAsset({
          caller,
          assetId: ids.id,
          ...transferOf(body),
        });
        return written('Asset transferred.', transferAnswer.present(transfer, viewOf(caller)));
      },
      ({ body, caller }) => assets.findReferences({ locationId: body.to_location_id }, caller),
    ),

    listAssetHistory: historyEndpoint(assetHistoryAnswer, assets.assetHistory),
  });
