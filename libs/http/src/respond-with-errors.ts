import { DomainError, ERROR_STATUS } from '@svc/contracts';
import type { Logger } from '@svc/logging';
import type { Middleware } from 'koa';

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

/** What the client is told of a fault that is ours. */
export const internalError = (): DomainError =>
  new DomainError('internal_error', 'Something went wrong on our side; please try again later.');

/** The only place where an error becomes a response. */
export const respondWithErrors =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = error instanceof DomainError ? error : internalError();
      const requestId = (ctx.state.requestId as string | undefined) ?? '';
      ctx.status = ERROR_STATUS[refusal.code];
      ctx.body = errorBody(refusal, requestId);
      if (ctx.status === 500) log.error({ err: error, request_id: requestId }, 'request failed');
    }
  };
