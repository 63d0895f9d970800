import { ONCE_HEADER, POOL_SIZE } from '@svc/contracts';
import { limitPerKey } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/** Half of the connections to the database: each call may hold one, and the rest is for other companies. */
const MAX_PER_COMPANY = POOL_SIZE / 2;

/**
 * Limits how many calls of one company run at once. A call that has been answered by the time its turn
 * comes, because it waited for too long, or whose client has left, is not begun.
 */
export function limitPerCompany(max: number): Middleware<CallState> {
  const inTurn = limitPerKey(max);
  return (ctx, next) =>
    inTurn(String(ctx.state.caller.companyId), async () => {
      if (ctx.req.socket.destroyed || ctx.res.headersSent) return;
      await next();
    });
}

/**
 * Leaves connections to the database, and processor time, to other companies.
 *
 * Reads by contexts and by the operator are not limited: what contexts read is small, and their
 * breakers would count the wait as a failure of the service; what the operator reads may wait for news.
 *
 * @param sharedWrites operations whose writes share statements and locks, so that many of them hold one connection
 * together; under a key each has a transaction of its own
 */
export function limitConcurrency(sharedWrites: readonly string[]): Middleware<CallState> {
  const inTurn = limitPerCompany(MAX_PER_COMPANY);
  return (ctx, next) => {
    const { caller, issuer, admitted = '' } = ctx.state;
    // A context that reads more than an address can name sends a POST.
    const isRead = ctx.method === 'GET' || (caller.reach === 'internal' && ctx.method === 'POST');
    const isExempt = isRead
      ? caller.reach !== 'api' && issuer !== 'dashboard'
      : sharedWrites.includes(admitted) && ctx.req.headers[ONCE_HEADER] === undefined;
    return isExempt ? next() : inTurn(ctx, next);
  };
}
