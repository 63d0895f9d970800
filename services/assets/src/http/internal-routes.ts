import type Router from '@koa/router';
import { INTERNAL_READS, RECORD_READS, type AssetSummary } from '@svc/contracts';
import { serveRecords, serveSummaries, type SummarySource } from '@svc/http';
import type { AssetsUseCases } from '../use-cases';
import { assetResponse } from './responses';

export const internalRoutes = (
  assets: AssetsUseCases,
  cards: SummarySource<AssetSummary>,
): readonly Router[] => [
  serveSummaries(INTERNAL_READS.assets, cards),
  serveRecords(RECORD_READS.assets, {
    response: assetResponse,
    find: assets.getAssets,
    list: (companyId, page) => assets.listAssets(companyId, {}, page),
  }),
];
