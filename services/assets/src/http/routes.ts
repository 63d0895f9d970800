import { ASSETS } from '@svc/contracts';
import {
  created,
  endpoint,
  found,
  listed,
  pageOf,
  serve,
  viewOf,
  written,
  type Routes,
} from '@svc/http';
import { DEFAULT_STATUS } from '../domain/asset-status';
import type { AssetsUseCases } from '../use-cases';
import { changesOf, givenOf, serviceOf } from './inputs';
import {
  presentAsset,
  presentCreated,
  presentReading,
  presentServiceCreated,
  presentServiceRecord,
  presentStatusChange,
  presentTransfer,
  presentUpdated,
} from './presenters';
import {
  changeAssetStatusBody,
  createAssetBody,
  createServiceRecordBody,
  listAssetsQuery,
  listServiceHistoryQuery,
  submitMeterReadingBody,
  transferAssetBody,
  updateAssetBody,
} from './schemas';

export const assetsRoutes = (assets: AssetsUseCases): Routes =>
  serve(ASSETS, {
    listAssets: endpoint({ query: listAssetsQuery }, async ({ query, caller }) => {
      const page = pageOf(query);
      const { assets: rows, total } = await assets.listAssets({
        companyId: caller.companyId,
        filter: {
          status: query.status,
          typeId: query.asset_type_id,
          condition: query.condition,
          locationId: query.location_id,
          ownershipType: query.ownership_type,
          search: query.search,
          createdFrom: query.created_after,
          createdBefore: query.created_before,
        },
        page,
      });
      const view = viewOf(caller);
      return listed(
        rows.map((row) => presentAsset(row, view)),
        page,
        total,
      );
    }),

    getAsset: endpoint({}, async ({ ids, caller }) =>
      found(presentAsset(await assets.getAsset(caller.companyId, ids.id), viewOf(caller))),
    ),

    createAsset: endpoint({ body: createAssetBody }, async ({ body, caller }) => {
      const asset = await assets.createAsset({
        caller,
        given: givenOf(body),
        status: body.status ?? DEFAULT_STATUS,
      });
      return created('Asset created.', presentCreated(asset));
    }),

    updateAsset: endpoint({ body: updateAssetBody }, async ({ ids, body, caller }) => {
      const asset = await assets.updateAsset({
        caller,
        assetId: ids.id,
        changes: changesOf(body),
        repeated: { tag: body.asset_tag, status: body.status, locationId: body.location_id },
      });
      return written('Asset updated.', presentUpdated(asset));
    }),

    changeAssetStatus: endpoint({ body: changeAssetStatusBody }, async ({ ids, body, caller }) => {
      const { before, after } = await assets.changeAssetStatus({
        caller,
        assetId: ids.id,
        to: body.status,
      });
      return written('Asset status updated.', presentStatusChange(before, after));
    }),

    listServiceHistory: endpoint(
      { query: listServiceHistoryQuery },
      async ({ ids, query, caller }) => {
        const page = pageOf(query);
        const { records, total } = await assets.listServiceHistory({
          companyId: caller.companyId,
          assetId: ids.id,
          page,
        });
        return listed(
          records.map((record) => presentServiceRecord(record, caller.zone)),
          page,
          total,
        );
      },
    ),

    createServiceRecord: endpoint(
      { body: createServiceRecordBody },
      async ({ ids, body, caller }) => {
        const record = await assets.createServiceRecord({
          caller,
          assetId: ids.id,
          given: serviceOf(body),
        });
        return created('Service record created.', presentServiceCreated(record));
      },
    ),

    submitMeterReading: endpoint(
      { body: submitMeterReadingBody },
      async ({ ids, body, caller }) => {
        const { asset, reading } = await assets.submitMeterReading({
          caller,
          assetId: ids.id,
          meterId: body.meter_id,
          value: body.reading_value,
          readingDate: body.reading_date,
        });
        return created('Meter reading submitted.', presentReading(asset, reading));
      },
    ),

    transferAsset: endpoint({ body: transferAssetBody }, async ({ ids, body, caller }) => {
      const transfer = await assets.transferAsset({
        caller,
        assetId: ids.id,
        toLocationId: body.to_location_id,
        reason: body.transfer_reason ?? null,
        transferDate: body.transfer_date ?? undefined,
      });
      return written('Asset transferred.', presentTransfer(transfer));
    }),
  });
