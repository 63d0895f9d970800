import { RESPONSE_DEADLINE_MS, DomainError } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Trust } from '@svc/trust';
import Koa, { type Middleware } from 'koa';
import { limitResponseTime } from './limit-response-time';
import { identifyCaller } from './identify-caller';
import { limitConcurrency } from './limit-concurrency';
import { logFailedResponses } from './log-failed-responses';
import { requireRouteFamily } from './private-routes';
import { respondWithErrors } from './respond-with-errors';
import type { Routes } from './serve';

export interface ServiceApp {
  readonly routers: readonly Routes[];
  readonly trust: Trust;
  readonly now: () => Date;
  readonly log: Logger;
  /** See `limitConcurrency`. */
  readonly batchedOperations?: readonly string[];
  readonly respondWithinMs?: number;
  readonly outerMiddleware?: readonly Middleware[];
}

export function createServiceApp({
  routers,
  trust,
  now,
  log,
  batchedOperations = [],
  respondWithinMs = RESPONSE_DEADLINE_MS,
  outerMiddleware = [],
}: ServiceApp): Koa {
  const app = new Koa();
  for (const middleware of outerMiddleware) app.use(middleware);
  app.use(respondWithErrors(log));
  app.use(identifyCaller(trust, now));
  app.use(requireRouteFamily);
  app.use(limitResponseTime(respondWithinMs, log));
  app.use(limitConcurrency(batchedOperations));
  for (const router of routers) app.use(router.routes());
  app.use((ctx) => {
    throw new DomainError('not_found', `${ctx.path} does not exist.`);
  });
  logFailedResponses(app, log);
  return app;
}
