import { DomainError } from '@svc/contracts';
import type { Middleware } from 'koa';
import { PLAIN_PATH } from '../../admission/plain-path';

/** With a query of visible ASCII, perhaps: no address of this listener needs more. */
const PLAIN_TARGET = new RegExp(String.raw`^${PLAIN_PATH}(?:\?[\x21\x22\x24-\x7e]*)?$`);

/** Refuses any other spelling of a path (404): the path that is matched is the path that is passed on. */
export const requirePlainPath: Middleware = async (ctx, next) => {
  if (!PLAIN_TARGET.test(ctx.req.url ?? '')) {
    throw new DomainError('not_found', 'This path does not exist.');
  }
  await next();
};
