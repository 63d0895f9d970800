import { INTERNAL_IDEMPOTENCY_KEY_HEADER, LONG_POLLS, POOL_SIZE } from '@svc/contracts';
import { createLimitPerKey } from '@svc/kernel';
import type { Middleware } from 'koa';
import type { CallState } from './identify-caller';

/** Half of the pool, since each call may hold one connection; the rest is for other companies. */
const MAX_PER_COMPANY = POOL_SIZE / 2;

/**
 * Limits concurrent calls per company. A call never starts if its client has left or it has timed out
 * meanwhile.
 */
export function createCompanyLimit(max: number): Middleware<CallState> {
  const runWithinLimit = createLimitPerKey(max);
  return (ctx, next) =>
    runWithinLimit(String(ctx.state.caller.companyId), async () => {
      if (ctx.req.socket.destroyed || ctx.res.headersSent) return;
      await next();
    });
}

/**
 * Leaves database connections and processor time to other companies.
 *
 * Reads by contexts and the operator are exempt: the former are small, and waiting would trip their
 * breakers; the latter may long-poll. An API's long poll limits its own statements.
 *
 * @param batchedOperations operations without a limit, because many of them run in one statement; with an
 * Idempotency-Key, each has its own transaction and counts
 */
export function limitConcurrency(batchedOperations: readonly string[]): Middleware<CallState> {
  const runWithinLimit = createCompanyLimit(MAX_PER_COMPANY);
  return (ctx, next) => {
    const { caller, issuer, admittedOperation = '' } = ctx.state;
    // A context that reads more ids than a URL can hold sends a POST.
    const isRead = ctx.method === 'GET' || (caller.reach === 'internal' && ctx.method === 'POST');
    const isBatched =
      batchedOperations.includes(admittedOperation) &&
      ctx.req.headers[INTERNAL_IDEMPOTENCY_KEY_HEADER] === undefined;
    const isExemptRead =
      isRead &&
      ((caller.reach !== 'api' && issuer !== 'dashboard') ||
        LONG_POLLS.includes(admittedOperation));
    const isExempt = isBatched || isExemptRead;
    return isExempt ? next() : runWithinLimit(ctx, next);
  };
}
