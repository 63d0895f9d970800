import { COLLECTIONS, DomainError, ERROR_STATUS, type ErrorCode, type Tier } from '@svc/contracts';
import { createErrorBody, createInternalError } from '@svc/http';
import { asksForPage, unavailablePage } from './unavailable-page';
import type { FailedAuthentications } from '../limits/failed-authentications';
import type { Quota } from '../limits/quota';
import { LimitHit } from '../limits/limit-hit';
import type { RequestLimits } from '../limits/request-limits';
import { send, type Answer } from './answer';
import { ClientLeft, isWrite } from './read-body';
import { CLIENT_LEFT, logAnswer, type Failure, type AnswerLog } from './log-answer';
import type { Exchange } from './exchange';

export interface Refusals extends AnswerLog {
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
}

/** Methods of the API as a whole, for a request that names no collection. */
const API_METHODS: ReadonlySet<string> = new Set(
  COLLECTIONS.flatMap(({ methods }) => [...methods]),
);
/** How long the rest of a body is read and dropped that is too large or came too late, so that the client can read the refusal. */
const DRAIN_MS = 2_000;

/**
 * Answers and logs an exchange that ended in an error: the only place of the public listener where an
 * error becomes a response.
 */
export function refuse(exchange: Exchange, error: unknown, refusals: Refusals): void {
  const hasLeft = error instanceof ClientLeft || exchange.hasLeft;
  if (!hasLeft && exchange.response.headersSent) exchange.response.destroy();
  else if (!hasLeft) answer(exchange, error, refusals);
  logAnswer(
    exchange,
    hasLeft ? { ...failureOf(error), error: CLIENT_LEFT } : failureOf(error),
    refusals,
  );
}

function answer(exchange: Exchange, error: unknown, refusals: Refusals): void {
  const refusal = refusalOf(error);
  if (!exchange.isForDashboard) {
    exchange.quota = error instanceof LimitHit ? error.quota : quotaOf(exchange, refusals);
  }
  if (ENDS_CONNECTION.has(refusal.code)) exchange.response.shouldKeepAlive = false;
  const whole = showsPage(exchange, refusal)
    ? unavailablePage(exchange)
    : answerOf(exchange, refusal);
  if (LEAVES_BODY_UNREAD.has(refusal.code)) sendAndDrain(exchange, whole);
  else send(exchange, whole);
}

const showsPage = ({ isForDashboard, request }: Exchange, { code }: DomainError): boolean =>
  isForDashboard === true && code === 'internal_error' && asksForPage(request);

function failureOf(error: unknown): Failure {
  if (error instanceof LimitHit) return { error: error.code, limit: error.limit };
  const { code } = refusalOf(error);
  const isFault = code === 'internal_error' && !(error instanceof ClientLeft);
  return { error: code, fault: isFault ? error : undefined };
}

/** After broken framing it is not known where the next request begins. */
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

const refusalOf = (error: unknown): DomainError =>
  error instanceof DomainError ? error : createInternalError();

/** The limit to show where none was charged: the key's tightest, or that on failed authentications. */
function quotaOf(exchange: Exchange, { limits, failures }: Refusals): Quota {
  if (exchange.quota) return exchange.quota;
  if (!exchange.key) return failures.peek(exchange.client);
  return limits.peek(exchange.key, tierOf(exchange));
}

/** The tier that a request counts against; where its operation is not known, the one its method suggests. */
export const tierOf = ({ operation, request }: Exchange): Tier =>
  operation?.tier ?? (isWrite(request) ? 'write' : 'list');

export function answerOf(exchange: Pick<Exchange, 'id' | 'methods'>, refusal: DomainError): Answer {
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

/**
 * Closing a connection while its client is still sending would reset it, and the client would lose the
 * refusal. So the refusal is sent first, and the connection ends when the body has ended or DRAIN_MS are over.
 */
function sendAndDrain(exchange: Exchange, answer: Answer): void {
  const { request, response } = exchange;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.once('end', end);
  request.once('close', end);
  request.resume();
  send(exchange, answer, { keepOpen: true });
}
