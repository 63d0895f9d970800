import { COLLECTIONS, ONCE_HEADER, POOL_SIZE } from '@svc/contracts';
import { limitPerKey } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/** Half of the connections; the rest is for other companies. */
const AT_ONCE = POOL_SIZE / 2;

/**
 * How many bytes the answers may have in sum to reads of one company that run at a time; each is expected
 * to be as large as the latest one.
 */
const BYTES_AT_ONCE = 1024 * 1024;

/**
 * The reads of a single record. What was admitted decides, for the address of a list may hold anything
 * that the address of a record has.
 */
const READS_OF_ONE_RECORD: ReadonlySet<string> = new Set(
  COLLECTIONS.flatMap(({ operations }) => Object.values(operations))
    .filter(({ method, selectors }) => method === 'GET' && selectors.join() === 'id')
    .map(({ name }) => name),
);

/**
 * Limits how many writes, and how many reads, of one company run at a time. A request that has been
 * answered by the time its turn comes, because it waited for too long, or whose client has left, is not
 * begun.
 *
 * As long as a company's answers are large, fewer of its reads run at a time, down to one: several
 * megabytes occupy the process for up to a tenth of a second, for which a call of another company may
 * have to wait at each of its steps.
 */
export function limitPerCompany(atOnce: number): Middleware<CallState> {
  /** Of the companies whose latest read had a large answer. */
  const latestBytes = new Map<string, number>();
  const readInTurn = limitPerKey((company) => {
    const most = Math.floor(BYTES_AT_ONCE / (latestBytes.get(company) ?? 0));
    return Math.min(atOnce, Math.max(1, most));
  });
  const writeInTurn = limitPerKey(atOnce);
  function noteBytes(company: string, bytes: number): void {
    if (bytes > BYTES_AT_ONCE / atOnce) latestBytes.set(company, bytes);
    else latestBytes.delete(company);
  }
  return (ctx, next) => {
    const isRead = ctx.method === 'GET';
    const company = String(ctx.state.caller.companyId);
    const inTurn = isRead ? readInTurn : writeInTurn;
    return inTurn(company, async () => {
      if (ctx.req.socket.destroyed || ctx.res.headersSent) return;
      await next();
      if (isRead) noteBytes(company, ctx.state.answerBytes ?? 0);
    });
  };
}

/** How much of its size an answer is expected to have after each further one that is smaller. */
const REMEMBERED_SHARE = 0.9;

/** Which companies read single records that are large, such as jobs with hundreds of assets. */
function largeRecords() {
  const expectedBytes = new Map<number, number>();
  return {
    areReadBy: (companyId: number): boolean => expectedBytes.has(companyId),
    note(companyId: number, bytes: number): void {
      const expected = Math.max(bytes, REMEMBERED_SHARE * (expectedBytes.get(companyId) ?? 0));
      if (expected > BYTES_AT_ONCE / AT_ONCE) expectedBytes.set(companyId, expected);
      else expectedBytes.delete(companyId);
    },
  };
}

/**
 * Limits how many requests of one company a service works on. Each write that waits for a record or a
 * counter holds a database connection, and large lists occupy the process; with the limit, connections
 * and time are left for other companies.
 *
 * Some requests are not limited here. Where a service gathers writes, and reads of single
 * records, into shared statements (`sharesStatements`), the gathering limits them, and it would find
 * nothing to share if they came one by one; a write under a key has a transaction of its own, and
 * records that are large occupy the process as lists do. What
 * contexts read of each other is small, and their breakers would count the wait as a failure of the
 * service; what the operator reads may wait for news for long.
 */
export function limitConcurrency(sharesStatements: boolean): Middleware<CallState> {
  const inTurn = limitPerCompany(AT_ONCE);
  const large = largeRecords();
  return async (ctx, next) => {
    const { caller, admitted, issuer } = ctx.state;
    const isOfApi = caller.reach === 'api';
    // A context that reads more than an address can name sends a POST.
    const isRead = ctx.method === 'GET' || (caller.reach === 'internal' && ctx.method === 'POST');
    if (!isRead) {
      const isShared = sharesStatements && isOfApi && ctx.req.headers[ONCE_HEADER] === undefined;
      return isShared ? next() : inTurn(ctx, next);
    }
    if (!isOfApi && issuer !== 'dashboard') return next();
    if (!sharesStatements || !READS_OF_ONE_RECORD.has(admitted ?? '')) return inTurn(ctx, next);
    await (large.areReadBy(caller.companyId) ? inTurn(ctx, next) : next());
    large.note(caller.companyId, ctx.state.answerBytes ?? 0);
  };
}
