import {
  addressWithoutValues,
  DomainError,
  ERROR_STATUS,
  keyIdOf,
  type Caller,
} from '@svc/contracts';
import type { LogFields, Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';

/** The body of every answer that is not a success. */
export const errorBody = (
  { code, message, details }: DomainError,
  requestId: string,
): Record<string, unknown> => ({
  success: false,
  error: code,
  message,
  ...details,
  request_id: requestId,
});

/** The error that a client gets for a fault of ours. */
export const internalError = (): DomainError =>
  new DomainError('internal_error', 'Something went wrong on our side; please try again later.');

/**
 * The only place where an error becomes a response and a line in the log. A listener that logs every
 * call anyway turns the line for refusals off.
 */
export const respondWithErrors =
  (log: Logger, { logsRefusals = true } = {}): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    try {
      await next();
    } catch (error) {
      const refusal = error instanceof DomainError ? error : internalError();
      const requestId = (ctx.state.requestId as string | undefined) ?? '';
      ctx.status = ERROR_STATUS[refusal.code];
      const { retry_after: retryAfter } = refusal.details;
      if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
      ctx.body = errorBody(refusal, requestId);
      const duration_ms = Math.round(10 * (performance.now() - startedAt)) / 10;
      const facts = { ...factsOf(ctx), error: refusal.code, duration_ms };
      if (ctx.status === 500) log.error({ ...facts, err: error }, 'request failed');
      else if (logsRefusals) log.info(facts, 'request refused');
    }
  };

/** Which request it was and whose, without the values of its parameters. */
function factsOf(ctx: Context): LogFields {
  const { requestId, operation } = ctx.state as { requestId?: string; operation?: string };
  const caller = ctx.state.caller as Caller | undefined;
  return {
    request_id: requestId,
    // Zero where the gateway passes on the request of somebody who is not signed in.
    company_id: caller?.companyId || undefined,
    api_key_id: caller && keyIdOf(caller.actor),
    method: ctx.method,
    address: addressOf(ctx),
    operation,
    status: ctx.status,
  };
}

/** The pattern of a private route, which has ids in its path; of the API's, the address without values. */
function addressOf(ctx: Context): string {
  // Koa throws where it is asked for the path of what is no URL.
  const url = ctx.req.url ?? '';
  const isOfApi = /^(?:\/dashboard)?\/api\/v1\//.test(url);
  const pattern: unknown = isOfApi ? undefined : ctx._matchedRoute;
  return typeof pattern === 'string' ? pattern : addressWithoutValues(url);
}
