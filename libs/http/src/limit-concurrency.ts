import { POOL_SIZE } from '@svc/contracts';
import { limitPerKey } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/** Half of the connections: other companies have the rest. */
const AT_ONCE = POOL_SIZE / 2;

/** The address of a single record, whose selectors are all plain. */
const OF_ONE_RECORD = /[?&]id=/;

/**
 * Lets so many writes, and so many reads, of a company run at a time. Writes that wait for one record
 * of theirs, or for a counter, hold a connection each, and large lists the process itself; so the
 * other companies are left some of both. What nobody waits for any more when its turn comes is not
 * begun.
 *
 * Where the API's own writes and reads of single records share the statements of one moment, they see
 * to that themselves, and would share nothing if they came one by one. What processes read of each
 * other goes at once: it is small, and their breakers would count the wait against the service.
 */
export function limitConcurrency(sharesStatements: boolean): Middleware<CallState> {
  const readInTurn = limitPerKey(AT_ONCE);
  const writeInTurn = limitPerKey(AT_ONCE);
  return (ctx, next) => {
    const { companyId, reach } = ctx.state.caller;
    const isRead = ctx.method === 'GET';
    const mayShare = reach === 'api' && (!isRead || OF_ONE_RECORD.test(ctx.req.url ?? ''));
    if ((sharesStatements && mayShare) || (isRead && reach !== 'api')) return next();
    const inTurn = isRead ? readInTurn : writeInTurn;
    return inTurn(String(companyId), async () => {
      if (!ctx.req.socket.destroyed) await next();
    });
  };
}
