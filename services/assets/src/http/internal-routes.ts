import type Router from '@koa/router';
import { INTERNAL_READS, RECORD_READS, type AssetCard } from '@svc/contracts';
import { serveCards, serveRecords, type CardSource } from '@svc/http';
import type { AssetsUseCases } from '../use-cases';
import { assetAnswer } from './answers';

export const internalRoutes = (
  assets: AssetsUseCases,
  cards: CardSource<AssetCard>,
): readonly Router[] => [
  serveCards(INTERNAL_READS.assets, cards),
  serveRecords(RECORD_READS.assets, {
    shown: assetAnswer,
    find: assets.getAssets,
    list: (companyId, page) => assets.listAssets(companyId, {}, page),
  }),
];
