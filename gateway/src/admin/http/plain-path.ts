import { DomainError } from '@svc/contracts';
import type { Middleware } from 'koa';

/**
 * A path of letters, digits and `-._~`, with nothing to decode, no empty segment and none of dots only,
 * and perhaps a query. No address of this listener needs more, and the routes here and the service
 * behind them could read any other spelling differently.
 */
const PLAIN_TARGET = /^(?:\/(?!\.{1,2}(?:[/?]|$))[\w.~-]+)+(?:\?[\x21\x22\x24-\x7e]*)?$/;

/** Refuses any other spelling of a path (404): the path that is matched is the path that is passed on. */
export const requirePlainPath: Middleware = async (ctx, next) => {
  if (!PLAIN_TARGET.test(ctx.req.url ?? '')) {
    throw new DomainError('not_found', 'This path does not exist.');
  }
  await next();
};
