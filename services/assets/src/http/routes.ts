import { ASSETS } from '@svc/contracts';
import {
  created,
  endpoint,
  fields,
  found,
  listed,
  pageOf,
  serve,
  viewOf,
  written,
  type Served,
} from '@svc/http';
import { DEFAULT_STATUS } from '../domain/asset-status';
import type { AssetsUseCases } from '../use-cases';
import {
  assetAnswer,
  createdAnswer,
  readingAnswer,
  serviceCreatedAnswer,
  serviceRecordAnswer,
  statusChangeAnswer,
  transferAnswer,
  updatedAnswer,
} from './answers';
import { changesOf, assetInputOf, serviceRecordInputOf } from './inputs';
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
      return listed(assetAnswer.presentAll(rows, viewOf(caller)), page, total);
    }),

    getAsset: endpoint({}, async ({ ids, caller }) => {
      const asset = await assets.getAsset(caller.companyId, ids.id);
      return found(assetAnswer.present(asset, viewOf(caller)));
    }),

    createAsset: endpoint({ body: createAssetBody }, async ({ body, caller }) => {
      const asset = await assets.createAsset({
        caller,
        input: assetInputOf(body),
        status: body.status ?? DEFAULT_STATUS,
      });
      return created('Asset created.', createdAnswer.present(asset, viewOf(caller)));
    }),

    updateAsset: endpoint({ body: updateAssetBody }, async ({ ids, body, caller }) => {
      const asset = await assets.updateAsset({
        caller,
        assetId: ids.id,
        changes: changesOf(body),
        repeated: { tag: body.asset_tag, status: body.status, locationId: body.location_id },
      });
      return written('Asset updated.', updatedAnswer.present(asset, viewOf(caller)));
    }),

    changeAssetStatus: endpoint({ body: changeAssetStatusBody }, async ({ ids, body, caller }) => {
      const moved = await assets.changeAssetStatus({
        caller,
        assetId: ids.id,
        to: body.status,
      });
      return written('Asset status updated.', statusChangeAnswer.present(moved, viewOf(caller)));
    }),

    listServiceHistory: endpoint({ query: fields.pageQuery }, async ({ ids, query, caller }) => {
      const page = pageOf(query);
      const { records, total } = await assets.listServiceHistory({
        companyId: caller.companyId,
        assetId: ids.id,
        page,
      });
      return listed(serviceRecordAnswer.presentAll(records, viewOf(caller)), page, total);
    }),

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
    ),

    submitMeterReading: endpoint(
      { body: submitMeterReadingBody },
      async ({ ids, body, caller }) => {
        const submitted = await assets.submitMeterReading({
          caller,
          assetId: ids.id,
          meterId: body.meter_id,
          value: body.reading_value,
          readingDate: body.reading_date,
        });
        return created(
          'Meter reading submitted.',
          readingAnswer.present(submitted, viewOf(caller)),
        );
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
      return written('Asset transferred.', transferAnswer.present(transfer, viewOf(caller)));
    }),
  });
