import type Router from '@koa/router';
import { INTERNAL_READS, type TechnicianCard } from '@svc/contracts';
import { serveCards, type CardSource } from '@svc/http';

/** What other services may ask of technicians. */
export const internalRoutes = (cards: CardSource<TechnicianCard>): Router =>
  serveCards(INTERNAL_READS.technicians, cards);
