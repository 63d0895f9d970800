import type Router from '@koa/router';
import { INTERNAL_READS, type AssetCard } from '@svc/contracts';
import { serveCards, type CardSource } from '@svc/http';

/** What other services may ask of assets. */
export const internalRoutes = (cards: CardSource<AssetCard>): Router =>
  serveCards(INTERNAL_READS.assets, cards);
