import { redactAddress, ERROR_STATUS } from '@svc/contracts';
import type { LogFields, Logger } from '@svc/logging';
import type { ObserveRequest } from '@svc/process';
import type { CountedRequest } from '../limits/key-requests';
import type { HitLimit } from '../limits/limit-hit';
import type { GatewayResponse } from './response';
import type { Exchange } from './exchange';

export interface RequestFailure {
  readonly error: string;
  readonly limit?: HitLimit;
  readonly fault?: unknown;
  /** The body of the response. */
  readonly response?: Buffer | string | undefined;
}

export interface LoggedOutcome extends Pick<RequestFailure, 'response'> {
  readonly status: number;
  readonly error: string | undefined;
}

export interface ResponseLog {
  readonly log: Logger;
  readonly observe: ObserveRequest;
  readonly countRefusal: (failure: RequestFailure) => void;
  readonly keyRequests: { note(request: CountedRequest): void };
  readonly requestLog: { note(exchange: Exchange, outcome: LoggedOutcome): void };
}

const CLIENT_LEFT_STATUS = 499;
export const CLIENT_LEFT = 'client_left';
const FIRST_REDIRECT_STATUS = 300;
export const FIRST_ERROR_STATUS = 400;

/** Counts a request once for its key and operation, logs it unless it succeeded, and adds it to the request log. */
export function logResponse(
  exchange: Exchange,
  failure: RequestFailure | undefined,
  responseLog: ResponseLog,
): void {
  if (exchange.isLogged) return;
  exchange.isLogged = true;
  const { key, request, response, startedAt } = exchange;
  const status = response.headersSent ? response.statusCode : CLIENT_LEFT_STATUS;
  const method = request.method ?? '';
  const route = findRoute(exchange);
  responseLog.observe({ method, route, status }, startedAt);
  const hasFailed = status >= FIRST_ERROR_STATUS && failure?.error !== CLIENT_LEFT;
  if (key) {
    const { id: keyId, company } = key;
    const counted = { companyId: company.liveId, keyId, operation: route, isError: hasFailed };
    responseLog.keyRequests.note(counted);
  }
  if (failure) responseLog.countRefusal(failure);
  if (hasFailed) {
    const { error, response: body } = failure ?? {};
    responseLog.requestLog.note(exchange, { status, error, response: body });
  }
  const { log } = responseLog;
  if (failure?.fault !== undefined || status === ERROR_STATUS.internal_error) {
    log.error({ ...toLogFields(exchange, status, failure), err: failure?.fault }, 'request failed');
  } else if (status >= FIRST_REDIRECT_STATUS) {
    log.info(
      toLogFields(exchange, status, failure),
      failure ? 'request refused' : 'request completed',
    );
  } else if (log.isLevelEnabled('debug')) {
    // At full load a line per success would cost as much as its admission.
    log.debug(toLogFields(exchange, status, failure), 'request completed');
  }
}

const findRoute = ({ operation, isForDashboard }: Exchange): string =>
  operation?.name ?? (isForDashboard ? 'dashboard' : 'none');

const toLogFields = (
  { id, key, request, operation, startedAt }: Exchange,
  status: number,
  failure: RequestFailure | undefined,
): LogFields => ({
  request_id: id,
  company_id: key?.company.id,
  api_key_id: key?.id,
  method: request.method,
  address: redactAddress(request.url ?? ''),
  operation: operation?.name,
  status,
  error: failure?.error,
  limit: failure?.limit,
  duration_ms: Number((process.hrtime.bigint() - startedAt) / 100_000n) / 10,
});

const ERROR_BODY = /^\{"success":false,"error":"([a-z_]{1,50})"/;

/** Reads a service's published error code; undefined for a success. */
export function toFailure({ status, body }: GatewayResponse): RequestFailure | undefined {
  if (status < FIRST_REDIRECT_STATUS) return undefined;
  const beginning = typeof body === 'string' ? body : body.toString('latin1', 0, 100);
  const [, code = ''] = ERROR_BODY.exec(beginning) ?? [];
  return Object.hasOwn(ERROR_STATUS, code) ? { error: code, response: body } : undefined;
}
