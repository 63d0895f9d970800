import type Router from '@koa/router';
import {
  DomainError,
  INTERNAL_READS,
  RECORD_READS,
  type AssetCard,
  type Caller,
  type RecordAnswer,
} from '@svc/contracts';
import { serveCards, serveRecords, viewOf, type CardSource } from '@svc/http';
import type { AssetDetails } from '../persistence/asset-reads';
import type { AssetsUseCases } from '../use-cases';
import { assetAnswer } from './answers';

/** What other services may ask of assets. */
export const internalRoutes = (
  assets: AssetsUseCases,
  cards: CardSource<AssetCard>,
): readonly Router[] => [
  serveCards(INTERNAL_READS.assets, cards),
  serveRecords(RECORD_READS.assets, {
    byIds: async (ids, caller) =>
      (await assets.getAssets(caller.companyId, ids)).map((each) => answerOf(each, caller)),

    async latest(caller) {
      const { rows: newest } = await assets.listAssets({
        companyId: caller.companyId,
        filter: {},
        page: { page: 1, perPage: 1 },
      });
      const ids = newest.map(({ id }) => id);
      const [asset] = await assets.getAssets(caller.companyId, ids);
      if (!asset) throw new DomainError('not_found', 'There is no asset.');
      return answerOf(asset, caller);
    },
  }),
];

const answerOf = (asset: AssetDetails, caller: Caller): RecordAnswer => ({
  id: asset.id,
  version: asset.version,
  object: assetAnswer.present(asset, viewOf(caller)),
});
