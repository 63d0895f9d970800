import type Router from '@koa/router';
import {
  adminRouter,
  batchOf,
  created,
  fields,
  found,
  historyRoute,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
  written,
} from '@svc/http';
import { PROJECTION_NAMES } from '../projections/projections';
import type { AssetsUseCases } from '../use-cases';
import type { AppliedAsset } from '../use-cases/apply-assets';
import {
  appliedAnswer,
  assetAnswer,
  assetHistoryAnswer,
  assetTypeAnswer,
  savedTypeAnswer,
  shownAssetAnswer,
  shownMeterAnswer,
  shownReadingAnswer,
  shownServiceRecordAnswer,
  shownTransferAnswer,
  transferAnswer,
} from './answers';
import {
  applyAssetBody,
  listAssetsForPeopleQuery,
  listAssetTypesQuery,
  rebuildQuery,
  saveAssetTypeBody,
  saveMeterBody,
  transferAssetBody,
} from './schemas';

export const adminRoutes = (assets: AssetsUseCases): Router =>
  adminRouter()
    .get(
      '/assets',
      listRoute(listAssetsForPeopleQuery, assetAnswer, ({ query, caller }, page) => {
        const { search, status, asset_type_id: assetTypeId, deleted } = query;
        const filter = { search, status, assetTypeId, deleted };
        return assets.listAssets(caller.companyId, filter, page);
      }),
    )
    .get(
      '/customers/:id/assets',
      listRoute(fields.pageQuery, assetAnswer, ({ id, caller }, page) =>
        assets.listAssets(caller.companyId, { customerId: id }, page),
      ),
    )
    .put(
      '/assets',
      privateRoute({ body: applyAssetBody }, async ({ body, caller }) => {
        const [applied] = await assets.applyAssets(caller, [body]);
        return found(appliedAnswer.present(applied as AppliedAsset, viewOf(caller)));
      }),
    )
    .put(
      '/assets/batch',
      privateRoute({ body: batchOf(applyAssetBody, 'serialNumber') }, async ({ body, caller }) => {
        const applied = await assets.applyAssets(caller, body.entries);
        return found(appliedAnswer.presentAll(applied, viewOf(caller)));
      }),
    )
    .get(
      '/assets/:id',
      recordRoute(shownAssetAnswer, ({ id, caller }) =>
        assets.getAssetIncludingDeleted(caller.companyId, id),
      ),
    )
    .get(
      '/assets/:id/history',
      historyRoute(assetHistoryAnswer, assets.assetHistoryIncludingDeleted),
    )
    .get(
      '/assets/:id/service-records',
      historyRoute(shownServiceRecordAnswer, assets.serviceHistoryIncludingDeleted),
    )
    .get(
      '/assets/:id/transfers',
      listRoute(fields.pageQuery, shownTransferAnswer, ({ id, caller }, page) =>
        assets.listTransfers(caller.companyId, id, page),
      ),
    )
    .post(
      '/assets/:id/delete',
      privateRoute({}, async ({ id, caller }) => {
        await assets.deleteAsset(caller, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/assets/:id/restore',
      privateRoute({}, async ({ id, caller }) => {
        await assets.restoreAsset(caller, id);
        return found({ id, deleted: false });
      }),
    )
    .post(
      '/assets/:id/transfer',
      privateRoute({ body: transferAssetBody }, async ({ id, body, caller }) => {
        const transfer = await assets.transferAsset(caller, id, body);
        return found(transferAnswer.present(transfer, viewOf(caller)));
      }),
    )
    .get(
      '/assets/:id/meters',
      listRoute(fields.pageQuery, shownMeterAnswer, ({ id, caller }, page) =>
        assets.listMeters(caller.companyId, id, page),
      ),
    )
    .post(
      '/assets/:id/meters',
      privateRoute({ body: saveMeterBody }, async ({ id, body, caller }) => {
        const meter = await assets.addMeter(caller, id, body);
        return created('Meter added.', shownMeterAnswer.present(meter, viewOf(caller)));
      }),
    )
    .put(
      '/meters/:id',
      privateRoute({ body: saveMeterBody }, async ({ id, body, caller }) => {
        const meter = await assets.editMeter(caller, id, body);
        return written('Meter updated.', shownMeterAnswer.present(meter, viewOf(caller)));
      }),
    )
    .get(
      '/meters/:id/readings',
      listRoute(fields.pageQuery, shownReadingAnswer, ({ id, caller }, page) =>
        assets.listReadings(caller.companyId, id, page),
      ),
    )
    .get(
      '/asset-types',
      listRoute(listAssetTypesQuery, assetTypeAnswer, ({ query, caller }, page) => {
        const { asset_type_id: id, search } = query;
        return assets.listAssetTypes(caller.companyId, { id, search }, page);
      }),
    )
    .put(
      '/asset-types',
      privateRoute({ body: saveAssetTypeBody }, async ({ body, caller }) => {
        const saved = await assets.saveAssetType(caller.companyId, body.name);
        return found(savedTypeAnswer.present(saved, viewOf(caller)));
      }),
    )
    .post(
      '/projections/rebuild',
      privateRoute({ query: rebuildQuery }, async ({ query: { projection }, caller }) =>
        found(
          await assets.rebuildProjections(projection ? [projection] : PROJECTION_NAMES, caller),
        ),
      ),
    );
