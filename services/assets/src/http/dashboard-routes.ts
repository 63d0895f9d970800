import type Router from '@koa/router';
import {
  adminRouter,
  created,
  fields,
  historyRoute,
  listRoute,
  privateRoute,
  recordRoute,
  viewOf,
  written,
} from '@svc/http';
import type { AssetsUseCases } from '../use-cases';
import {
  assetAnswer,
  assetHistoryAnswer,
  assetTypeAnswer,
  shownAssetAnswer,
  shownMeterAnswer,
  shownReadingAnswer,
  shownServiceRecordAnswer,
  shownTransferAnswer,
} from './answers';
import { meterContentOf } from './inputs';
import { saveMeterBody, showAssetsQuery, showAssetTypesQuery } from './schemas';

/** What the dashboard shows of assets, deleted ones too, and how people set up their meters. */
export const dashboardRoutes = (assets: AssetsUseCases): Router =>
  adminRouter()
    .get(
      '/dashboard/assets',
      listRoute(showAssetsQuery, assetAnswer, ({ query, caller }, page) => {
        const { search, status, asset_type_id: assetTypeId, deleted } = query;
        const filter = { search, status, assetTypeId, deleted };
        const { companyId } = caller;
        return assets.listAssets({ companyId, filter, page });
      }),
    )
    .get(
      '/dashboard/assets/:id',
      recordRoute(shownAssetAnswer, ({ id, caller }) => assets.showAsset(caller.companyId, id)),
    )
    .get(
      '/dashboard/assets/:id/history',
      historyRoute(assetHistoryAnswer, assets.historyEvenOfDeleted),
    )
    .get(
      '/dashboard/assets/:id/service-records',
      listRoute(fields.pageQuery, shownServiceRecordAnswer, ({ id, caller }, page) =>
        assets.showServiceHistory(caller.companyId, id, page),
      ),
    )
    .get(
      '/dashboard/assets/:id/transfers',
      listRoute(fields.pageQuery, shownTransferAnswer, ({ id, caller }, page) =>
        assets.showTransfers(caller.companyId, id, page),
      ),
    )
    .get(
      '/dashboard/assets/:id/meters',
      listRoute(fields.pageQuery, shownMeterAnswer, ({ id, caller }, page) =>
        assets.showMeters(caller.companyId, id, page),
      ),
    )
    .post(
      '/dashboard/assets/:id/meters',
      privateRoute({ body: saveMeterBody }, async ({ id, body, caller }) => {
        const meter = await assets.addMeter(caller, id, meterContentOf(body));
        return created('Meter added.', shownMeterAnswer.present(meter, viewOf(caller)));
      }),
    )
    .put(
      '/dashboard/meters/:id',
      privateRoute({ body: saveMeterBody }, async ({ id, body, caller }) => {
        const meter = await assets.editMeter(caller, id, meterContentOf(body));
        return written('Meter updated.', shownMeterAnswer.present(meter, viewOf(caller)));
      }),
    )
    .get(
      '/dashboard/meters/:id/readings',
      listRoute(fields.pageQuery, shownReadingAnswer, ({ id, caller }, page) =>
        assets.showReadings(caller.companyId, id, page),
      ),
    )
    .get(
      '/dashboard/asset-types',
      listRoute(showAssetTypesQuery, assetTypeAnswer, ({ query, caller }, page) => {
        const { asset_type_id: id, search } = query;
        return assets.showAssetTypes(caller.companyId, { id, search }, page);
      }),
    )
    .get(
      '/dashboard/customers/:id/assets',
      listRoute(fields.pageQuery, assetAnswer, ({ id, caller }, page) => {
        const { companyId } = caller;
        const filter = { customerId: id };
        return assets.listAssets({ companyId, filter, page });
      }),
    );
