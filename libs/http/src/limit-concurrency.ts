import { ONCE_HEADER, POOL_SIZE } from '@svc/contracts';
import { limitPerKey } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/** Half of the connections; the rest is for other companies. */
const AT_ONCE = POOL_SIZE / 2;

/** Of the answers to reads of one company that run at a time, as far as its latest one tells. */
const BYTES_AT_ONCE = 1024 * 1024;

/** The address of a single record, whose selectors are all plain. */
const OF_ONE_RECORD = /[?&]id=/;

/**
 * Limits how many writes, and how many reads, of one company run at a time. Each write that waits for a
 * record or a counter holds a database connection, and large lists occupy the process; with the limit,
 * connections and time are left for other companies. A request that has been answered by the time its
 * turn comes, because it waited for too long, or whose client has left, is not begun.
 *
 * As long as a company's answers are large, fewer of its reads run at a time, down to one: several
 * megabytes occupy the process for up to a tenth of a second, and the call of another company would
 * meet each of them at each of its steps.
 *
 * Two kinds of requests are not limited here. Where a service gathers writes, and reads of single
 * records, into shared statements (`sharesStatements`), the gathering limits them, and it would find
 * nothing to share if they came one by one; a write under a key has a transaction of its own. Reads of other processes are small, and their breakers
 * would count the wait as a failure of the service.
 */
export function limitConcurrency(sharesStatements: boolean): Middleware<CallState> {
  /** Of the companies whose latest read had a large answer. */
  const latestBytes = new Map<string, number>();
  const readInTurn = limitPerKey((company) => {
    const atOnce = Math.floor(BYTES_AT_ONCE / (latestBytes.get(company) ?? 0));
    return Math.min(AT_ONCE, Math.max(1, atOnce));
  });
  const writeInTurn = limitPerKey(AT_ONCE);
  function noteBytes(company: string, bytes: number): void {
    if (bytes > BYTES_AT_ONCE / AT_ONCE) latestBytes.set(company, bytes);
    else latestBytes.delete(company);
  }
  return (ctx, next) => {
    const { companyId, reach } = ctx.state.caller;
    const isRead = ctx.method === 'GET';
    const isShareable = isRead
      ? OF_ONE_RECORD.test(ctx.req.url ?? '')
      : ctx.req.headers[ONCE_HEADER] === undefined;
    const mayShare = reach === 'api' && isShareable;
    if ((sharesStatements && mayShare) || (isRead && reach !== 'api')) return next();
    const company = String(companyId);
    const inTurn = isRead ? readInTurn : writeInTurn;
    return inTurn(company, async () => {
      if (ctx.req.socket.destroyed || ctx.res.headersSent) return;
      await next();
      if (isRead) noteBytes(company, ctx.state.answerBytes ?? 0);
    });
  };
}
