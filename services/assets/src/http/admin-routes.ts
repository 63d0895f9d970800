import type Router from '@koa/router';
import {
  createAdminRouter,
  created,
  createHistoryRoute,
  createListRoute,
  createPrivateRoute,
  createRecordRoute,
  fields,
  found,
  addManifestRoutes,
  toView,
  written,
} from '@svc/http';
import { createRebuildRoute } from '@svc/projections';
import { PROJECTION_NAMES } from '../projections/projections';
import type { AssetsUseCases } from '../use-cases';
import * as responses from './responses';
import * as schemas from './schemas';

export const adminRoutes = (assets: AssetsUseCases): Router =>
  addManifestRoutes(createAdminRouter(), {
    path: '/assets',
    entry: schemas.applyAssetBody,
    key: 'serialNumber',
    save: async (caller, entries) =>
      responses.appliedResponse.presentAll(
        await assets.applyAssets(caller, entries),
        toView(caller),
      ),
  })
    .get(
      '/assets',
      createListRoute(
        schemas.listAssetsForPeopleQuery,
        responses.assetResponse,
        ({ query, caller }, page) => {
          const { search, status, asset_type_id: assetTypeId, deleted } = query;
          const filter = { search, status, assetTypeId, deleted };
          return assets.listAssets(caller.companyId, filter, page);
        },
      ),
    )
    .get(
      '/customers/:id/assets',
      createListRoute(fields.pageQuery, responses.assetResponse, ({ id, caller }, page) =>
        assets.listAssets(caller.companyId, { customerId: id }, page),
      ),
    )
    .get(
      '/assets/:id',
      createRecordRoute(responses.dashboardAssetResponse, ({ id, caller }) =>
        assets.getAssetIncludingDeleted(caller.companyId, id),
      ),
    )
    .get(
      '/assets/:id/history',
      createHistoryRoute(responses.assetHistoryResponse, assets.assetHistoryIncludingDeleted),
    )
    .get(
      '/assets/:id/service-records',
      createHistoryRoute(
        responses.dashboardServiceRecordResponse,
        assets.serviceHistoryIncludingDeleted,
      ),
    )
    .get(
      '/assets/:id/transfers',
      createListRoute(
        fields.pageQuery,
        responses.dashboardTransferResponse,
        ({ id, caller }, page) => assets.listTransfers(caller.companyId, id, page),
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
      createPrivateRoute(
        { body: schemas.transferAssetBody },
        async ({ id, body, caller, view }) => {
          const transfer = await assets.transferAsset(caller, id, body);
          return found(responses.transferResponse.present(transfer, view));
        },
      ),
    )
    .get(
      '/assets/:id/meters',
      createListRoute(fields.pageQuery, responses.dashboardMeterResponse, ({ id, caller }, page) =>
        assets.listMeters(caller.companyId, id, page),
      ),
    )
    .post(
      '/assets/:id/meters',
      createPrivateRoute({ body: schemas.saveMeterBody }, async ({ id, body, caller, view }) => {
        const meter = await assets.addMeter(caller, id, body);
        return created('Meter added.', responses.dashboardMeterResponse.present(meter, view));
      }),
    )
    .put(
      '/meters/:id',
      createPrivateRoute({ body: schemas.saveMeterBody }, async ({ id, body, caller, view }) => {
        const meter = await assets.editMeter(caller, id, body);
        return written('Meter updated.', responses.dashboardMeterResponse.present(meter, view));
      }),
    )
    .get(
      '/meters/:id/readings',
      createListRoute(
        fields.pageQuery,
        responses.dashboardReadingResponse,
        ({ id, caller }, page) => assets.listReadings(caller.companyId, id, page),
      ),
    )
    .get(
      '/asset-types',
      createListRoute(
        schemas.listAssetTypesQuery,
        responses.assetTypeResponse,
        ({ query, caller }, page) => {
          const { asset_type_id: id, search } = query;
          return assets.listAssetTypes(caller.companyId, { id, search }, page);
        },
      ),
    )
    .put(
      '/asset-types',
      createPrivateRoute({ body: schemas.saveAssetTypeBody }, async ({ body, caller, view }) => {
        const saved = await assets.saveAssetType(caller.companyId, body.name);
        return found(responses.savedTypeResponse.present(saved, view));
      }),
    )
    .post('/projections/rebuild', createRebuildRoute(PROJECTION_NAMES, assets.rebuildProjections));
