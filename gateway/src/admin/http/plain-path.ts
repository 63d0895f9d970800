import { DomainError } from '@svc/contracts';
import type { Middleware } from 'koa';
import { PLAIN_PATH } from '../../admission/plain-path';

const PLAIN_TARGET = new RegExp(String.raw`^${PLAIN_PATH}(?:\?[\x21\x22\x24-\x7e]*)?$`);

/** Rejects other spellings (404), so that the path that is matched is the one passed on. */
export const requirePlainPath: Middleware = async (ctx, next) => {
  if (!PLAIN_TARGET.test(ctx.req.url ?? '')) {
    throw new DomainError('not_found', 'This path does not exist.');
  }
  await next();
};
