import { redactAddress, DomainError, ERROR_STATUS, parseKeyId, type Caller } from '@svc/contracts';
import type { LogFields, Logger } from '@svc/logging';
import type { Context, Middleware } from 'koa';

export const createErrorBody = (
  { code, message, details }: DomainError,
  requestId: string,
): Record<string, unknown> => ({
  success: false,
  error: code,
  message,
  ...details,
  request_id: requestId,
});

export const createInternalError = (): DomainError =>
  new DomainError('internal_error', 'Something went wrong on our side; please try again later.');

/**
 * The only place where an error becomes a response and a log line. Listeners that log every call turn off
 * the lines for rejections.
 */
export const respondWithErrors =
  (log: Logger, { logRejections = true } = {}): Middleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    try {
      await next();
    } catch (error) {
      const rejection = error instanceof DomainError ? error : createInternalError();
      const requestId = (ctx.state.requestId as string | undefined) ?? '';
      ctx.status = ERROR_STATUS[rejection.code];
      const { retry_after: retryAfter } = rejection.details;
      if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
      ctx.body = createErrorBody(rejection, requestId);
      const duration_ms = Math.round(10 * (performance.now() - startedAt)) / 10;
      const fields = { ...toLogFields(ctx), error: rejection.code, duration_ms };
      if (ctx.status === 500) log.error({ ...fields, err: error }, 'request failed');
      else if (logRejections) log.info(fields, 'request refused');
    }
  };

function toLogFields(ctx: Context): LogFields {
  const { requestId, operation } = ctx.state as { requestId?: string; operation?: string };
  const caller = ctx.state.caller as Caller | undefined;
  return {
    request_id: requestId,
    // Zero in calls of the gateway for a visitor who is not signed in.
    company_id: caller?.companyId || undefined,
    api_key_id: caller && parseKeyId(caller.actor),
    method: ctx.method,
    address: toLoggedAddress(ctx),
    operation,
    status: ctx.status,
  };
}

/** The route's pattern for private routes, which have ids in their path; else the address without values. */
function toLoggedAddress(ctx: Context): string {
  // Koa throws for the path of a malformed URL.
  const url = ctx.req.url ?? '';
  const isApiUrl = /^(?:\/dashboard)?\/api\/v1\//.test(url);
  const pattern: unknown = isApiUrl ? undefined : ctx._matchedRoute;
  return typeof pattern === 'string' ? pattern : redactAddress(url);
}
