import type Router from '@koa/router';
import {
  createAdminRouter,
  createBatchSchema,
  created,
  fields,
  found,
  createHistoryRoute,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  toView,
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
  createAdminRouter()
    .get(
      '/assets',
      createListRoute(listAssetsForPeopleQuery, assetAnswer, ({ query, caller }, page) => {
        const { search, status, asset_type_id: assetTypeId, deleted } = query;
        const filter = { search, status, assetTypeId, deleted };
        return assets.listAssets(caller.companyId, filter, page);
      }),
    )
    .get(
      '/customers/:id/assets',
      createListRoute(fields.pageQuery, assetAnswer, ({ id, caller }, page) =>
        assets.listAssets(caller.companyId, { customerId: id }, page),
      ),
    )
    .put(
      '/assets',
      createPrivateRoute({ body: applyAssetBody }, async ({ body, caller }) => {
        const [applied] = await assets.applyAssets(caller, [body]);
        return found(appliedAnswer.present(applied as AppliedAsset, toView(caller)));
      }),
    )
    .put(
      '/assets/batch',
      createPrivateRoute(
        { body: createBatchSchema(applyAssetBody, 'serialNumber') },
        async ({ body, caller }) => {
          const applied = await assets.applyAssets(caller, body.entries);
          return found(appliedAnswer.presentAll(applied, toView(caller)));
        },
      ),
    )
    .get(
      '/assets/:id',
      createRecordRoute(shownAssetAnswer, ({ id, caller }) =>
        assets.getAssetIncludingDeleted(caller.companyId, id),
      ),
    )
    .get(
      '/assets/:id/history',
      createHistoryRoute(assetHistoryAnswer, assets.assetHistoryIncludingDeleted),
    )
    .get(
      '/assets/:id/service-records',
      createHistoryRoute(shownServiceRecordAnswer, assets.serviceHistoryIncludingDeleted),
    )
    .get(
      '/assets/:id/transfers',
      createListRoute(fields.pageQuery, shownTransferAnswer, ({ id, caller }, page) =>
        assets.listTransfers(caller.companyId, id, page),
      ),
    )
    .post(
      '/assets/:id/delete',
      createPrivateRoute({}, async ({ id, caller }) => {
        await assets.deleteAsset(caller, id);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/assets/:id/restore',
      createPrivateRoute({}, async ({ id, caller }) => {
        await assets.restoreAsset(caller, id);
        return found({ id, deleted: false });
      }),
    )
    .post(
      '/assets/:id/transfer',
      createPrivateRoute({ body: transferAssetBody }, async ({ id, body, caller }) => {
        const transfer = await assets.transferAsset(caller, id, body);
        return found(transferAnswer.present(transfer, toView(caller)));
      }),
    )
    .get(
      '/assets/:id/meters',
      createListRoute(fields.pageQuery, shownMeterAnswer, ({ id, caller }, page) =>
        assets.listMeters(caller.companyId, id, page),
      ),
    )
    .post(
      '/assets/:id/meters',
      createPrivateRoute({ body: saveMeterBody }, async ({ id, body, caller }) => {
        const meter = await assets.addMeter(caller, id, body);
        return created('Meter added.', shownMeterAnswer.present(meter, toView(caller)));
      }),
    )
    .put(
      '/meters/:id',
      createPrivateRoute({ body: saveMeterBody }, async ({ id, body, caller }) => {
        const meter = await assets.editMeter(caller, id, body);
        return written('Meter updated.', shownMeterAnswer.present(meter, toView(caller)));
      }),
    )
    .get(
      '/meters/:id/readings',
      createListRoute(fields.pageQuery, shownReadingAnswer, ({ id, caller }, page) =>
        assets.listReadings(caller.companyId, id, page),
      ),
    )
    .get(
      '/asset-types',
      createListRoute(listAssetTypesQuery, assetTypeAnswer, ({ query, caller }, page) => {
        const { asset_type_id: id, search } = query;
        return assets.listAssetTypes(caller.companyId, { id, search }, page);
      }),
    )
    .put(
      '/asset-types',
      createPrivateRoute({ body: saveAssetTypeBody }, async ({ body, caller }) => {
        const saved = await assets.saveAssetType(caller.companyId, body.name);
        return found(savedTypeAnswer.present(saved, toView(caller)));
      }),
    )
    .post(
      '/projections/rebuild',
      createPrivateRoute({ query: rebuildQuery }, async ({ query: { projection }, caller }) =>
        found(
          await assets.rebuildProjections(projection ? [projection] : PROJECTION_NAMES, caller),
        ),
      ),
    );
