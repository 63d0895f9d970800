import type Router from '@koa/router';
import {
  INTERNAL_READS,
  RECORD_READS,
  type AssetCard,
  type Caller,
  type RecordAnswer,
} from '@svc/contracts';
import { serveCards, serveRecords, viewOf, type CardSource } from '@svc/http';
import type { NamedAsset } from '../persistence/asset-reads';
import type { AssetsUseCases } from '../use-cases';
import { assetAnswer } from './answers';

/** Reads by other services. */
export const internalRoutes = (
  assets: AssetsUseCases,
  cards: CardSource<AssetCard>,
): readonly Router[] => [
  serveCards(INTERNAL_READS.assets, cards),
  serveRecords(RECORD_READS.assets, {
    byIds: async (ids, caller) =>
      (await assets.getAssets(caller.companyId, ids)).map((each) => answerOf(each, caller)),
    list: (companyId, page) => assets.listAssets(companyId, {}, page),
  }),
];

const answerOf = (asset: NamedAsset, caller: Caller): RecordAnswer => ({
  id: asset.id,
  version: asset.version,
  object: assetAnswer.present(asset, viewOf(caller)),
});
