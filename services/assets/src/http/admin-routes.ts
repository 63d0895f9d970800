import type Router from '@koa/router';
import { adminRouter, batchOf, found, privateRoute, viewOf } from '@svc/http';
import { PROJECTION_NAMES } from '../projections/projections';
import type { AssetsUseCases } from '../use-cases';
import { appliedAnswer, savedTypeAnswer, transferAnswer } from './answers';
import { appliedOf, transferOf } from './inputs';
import { applyAssetBody, rebuildQuery, saveAssetTypeBody, transferAssetBody } from './schemas';

/** What the operator and the dashboard may do beyond the API. */
export const adminRoutes = (assets: AssetsUseCases): Router =>
  adminRouter()
    .put(
      '/asset-types',
      privateRoute({ body: saveAssetTypeBody }, async ({ body, caller }) => {
        const { companyId } = caller;
        const saved = await assets.saveAssetType({ companyId, ...body });
        return found(savedTypeAnswer.present(saved, viewOf(caller)));
      }),
    )
    .put(
      '/assets',
      privateRoute({ body: applyAssetBody }, async ({ body, caller }) => {
        const applied = await assets.applyAsset({ ...appliedOf(body), caller });
        return found(appliedAnswer.present(applied, viewOf(caller)));
      }),
    )
    .put(
      '/assets/batch',
      privateRoute({ body: batchOf(applyAssetBody, 'serial_number') }, async ({ body, caller }) => {
        const applied = await assets.applyAssets(caller, body.entries.map(appliedOf));
        return found(appliedAnswer.presentAll(applied, viewOf(caller)));
      }),
    )
    .post(
      '/assets/:id/delete',
      privateRoute({}, async ({ id, caller }) => {
        await assets.deleteAsset(id, caller);
        return found({ id, deleted: true });
      }),
    )
    .post(
      '/assets/:id/restore',
      privateRoute({}, async ({ id, caller }) => {
        await assets.restoreAsset(id, caller);
        return found({ id, deleted: false });
      }),
    )
    .post(
      '/assets/:id/transfer',
      privateRoute({ body: transferAssetBody }, async ({ id, body, caller }) => {
        const transfer = await assets.transferAsset({ caller, assetId: id, ...transferOf(body) });
        return found(transferAnswer.present(transfer, viewOf(caller)));
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
