import type Router from '@koa/router';
import { created, found, written } from '@svc/http';
import type { AssetDeletionAnswer } from '../../contract/assets';
import type { DashboardUseCases } from '../use-cases';
import { peopleRouter, personListRoute, personRoute } from './person-routes';
import { assetsQuery, assetTypesQuery, meterBody, newAssetTypeBody, pageQuery } from './schemas';

const deletion = (id: number, deleted: boolean): AssetDeletionAnswer => ({ asset_id: id, deleted });

/** What people see and do of assets beyond the API's operations. */
export const assetRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/assets',
      personListRoute('records', assetsQuery, ({ query, ...asker }, page) =>
        dashboard.listAssets(asker, query, page),
      ),
    )
    .get(
      '/assets/:id',
      personRoute('records', {}, async ({ id, ...asker }) =>
        found(await dashboard.getAsset(asker, id)),
      ),
    )
    .get(
      '/assets/:id/history',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listAssetHistory(asker, id, page),
      ),
    )
    .get(
      '/assets/:id/service-records',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listServiceRecords(asker, id, page),
      ),
    )
    .get(
      '/assets/:id/transfers',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listTransfers(asker, id, page),
      ),
    )
    .post(
      '/assets/:id/delete',
      personRoute('records', {}, async ({ id, ...asker }) => {
        await dashboard.deleteAsset(asker, id);
        return written('Asset deleted.', deletion(id, true));
      }),
    )
    .post(
      '/assets/:id/restore',
      personRoute('records', {}, async ({ id, ...asker }) => {
        await dashboard.restoreAsset(asker, id);
        return written('Asset restored.', deletion(id, false));
      }),
    )
    .get(
      '/asset-types',
      personListRoute('records', assetTypesQuery, ({ query, ...asker }, page) =>
        dashboard.listAssetTypes(asker, query, page),
      ),
    )
    .post(
      '/asset-types',
      personRoute('records', { body: newAssetTypeBody }, async ({ body, ...asker }) =>
        created('Asset type created.', await dashboard.saveAssetType(asker, body.asset_type_name)),
      ),
    );

/** The meters of assets, which the API reads alone, and what they showed. */
export const meterRoutes = (dashboard: DashboardUseCases): Router =>
  peopleRouter()
    .get(
      '/assets/:id/meters',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listMeters(asker, id, page),
      ),
    )
    .post(
      '/assets/:id/meters',
      personRoute('records', { body: meterBody }, async ({ id, body, ...asker }) =>
        created('Meter added.', await dashboard.addMeter(asker, id, body)),
      ),
    )
    .put(
      '/meters/:id',
      personRoute('records', { body: meterBody }, async ({ id, body, ...asker }) =>
        written('Meter updated.', await dashboard.editMeter(asker, id, body)),
      ),
    )
    .get(
      '/meters/:id/readings',
      personListRoute('records', pageQuery, ({ id, ...asker }, page) =>
        dashboard.listReadings(asker, id, page),
      ),
    );
