import { COLLECTIONS, DomainError, ERROR_STATUS, type ErrorCode, type Tier } from '@svc/contracts';
import { createErrorBody, createInternalError } from '@svc/http';
import { isPageRequest } from './small-page';
import { createUnavailablePage } from './unavailable-page';
import type { FailedAuthentications } from '../limits/failed-authentications';
import type { Quota } from '../limits/quota';
import { LimitHit } from '../limits/limit-hit';
import type { RequestLimits } from '../limits/request-limits';
import { sendResponse, type GatewayResponse } from './response';
import { ClientLeft, isWrite } from './read-body';
import { CLIENT_LEFT, logResponse, type RequestFailure, type ResponseLog } from './log-response';
import type { Exchange } from './exchange';

export interface RefusalParts extends ResponseLog {
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
}

const API_METHODS: ReadonlySet<string> = new Set(
  COLLECTIONS.flatMap(({ methods }) => [...methods]),
);
const DRAIN_MS = 2_000;

/** The only place of the public listener where an error becomes a response. */
export function refuse(exchange: Exchange, error: unknown, parts: RefusalParts): void {
  const hasLeft = error instanceof ClientLeft || exchange.hasLeft;
  const failure = describeFailure(error);
  if (hasLeft) {
    logResponse(exchange, { ...failure, error: CLIENT_LEFT }, parts);
    return;
  }
  let response: GatewayResponse['body'] | undefined;
  if (exchange.response.headersSent) exchange.response.destroy();
  else response = sendError(exchange, error, parts).body;
  logResponse(exchange, { ...failure, response }, parts);
}

function sendError(exchange: Exchange, error: unknown, parts: RefusalParts): GatewayResponse {
  const refusal = toDomainError(error);
  if (!exchange.isForDashboard) {
    exchange.quota = error instanceof LimitHit ? error.quota : findQuota(exchange, parts);
  }
  if (ENDS_CONNECTION.has(refusal.code)) exchange.response.shouldKeepAlive = false;
  const errorResponse = shouldSendPage(exchange, refusal)
    ? createUnavailablePage(exchange)
    : createErrorResponse(exchange, refusal);
  if (LEAVES_BODY_UNREAD.has(refusal.code)) sendAndDrain(exchange, errorResponse);
  else sendResponse(exchange, errorResponse);
  return errorResponse;
}

const shouldSendPage = ({ isForDashboard, request }: Exchange, { code }: DomainError): boolean =>
  isForDashboard === true && code === 'internal_error' && isPageRequest(request);

function describeFailure(error: unknown): RequestFailure {
  if (error instanceof LimitHit) return { error: error.code, limit: error.limit };
  const { code } = toDomainError(error);
  const isFault = code === 'internal_error' && !(error instanceof ClientLeft);
  return { error: code, fault: isFault ? error : undefined };
}

/** After broken framing nobody knows where the next request begins. */
const ENDS_CONNECTION: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'headers_too_large',
  'payload_too_large',
  'request_timeout',
]);

const LEAVES_BODY_UNREAD: ReadonlySet<ErrorCode> = new Set([
  'payload_too_large',
  'request_timeout',
]);

const toDomainError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : createInternalError();

/** The headers always need a limit: the key's tightest, or that on failed authentications. */
function findQuota(exchange: Exchange, { limits, failures }: RefusalParts): Quota {
  if (exchange.quota) return exchange.quota;
  if (!exchange.key) return failures.peek(exchange.client);
  return limits.peek(exchange.key, findTier(exchange));
}

export const findTier = ({ operation, request }: Exchange): Tier =>
  operation?.tier ?? (isWrite(request) ? 'write' : 'list');

export function createErrorResponse(
  exchange: Pick<Exchange, 'id' | 'methods'>,
  refusal: DomainError,
): GatewayResponse {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
  if (refusal.code === 'method_not_allowed') {
    headers['Allow'] = [...(exchange.methods ?? API_METHODS)].join(', ');
  }
  if (refusal.code === 'rate_limit_exceeded') {
    headers['Retry-After'] = String(refusal.details['retry_after']);
  }
  const body = JSON.stringify(createErrorBody(refusal, exchange.id));
  return { status: ERROR_STATUS[refusal.code], headers, body };
}

/** Closing a connection while its client sends would reset it and lose the response. */
function sendAndDrain(exchange: Exchange, errorResponse: GatewayResponse): void {
  const { request, response } = exchange;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.once('end', end);
  request.once('close', end);
  request.resume();
  sendResponse(exchange, errorResponse, { keepOpen: true });
}
