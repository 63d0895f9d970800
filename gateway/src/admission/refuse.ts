import { DomainError, ERROR_STATUS, type ErrorCode, type Tier } from '@svc/contracts';
import { errorBody, internalError } from '@svc/http';
import type { Logger } from '@svc/logging';
import type { FailedAuthentications } from '../limits/failed-authentications';
import type { Quota } from '../limits/quota';
import { LimitHit, type RequestLimits } from '../limits/request-limits';
import { send, type Answer } from './answer';
import { ClientLeft } from './read-body';
import type { Visit } from './visit';

export interface Refusals {
  readonly limits: RequestLimits;
  readonly failures: FailedAuthentications;
  readonly log: Logger;
}

/** Methods of the API as a whole, for a request that names no collection. */
const API_METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH']);
/** How long the rest of a body that is too large is drained, so that the client gets to read the refusal. */
const DRAIN_MS = 2_000;

/** Answers a visit that ended in an error: the only place of the data plane where one becomes a response. */
export function refuse(visit: Visit, error: unknown, refusals: Refusals): void {
  if (error instanceof ClientLeft || visit.hasLeft) return;
  const refusal = refusalOf(error);
  tell(visit, error, refusal, refusals.log);
  if (visit.response.headersSent) {
    visit.response.destroy();
    return;
  }
  visit.quota = error instanceof LimitHit ? error.quota : quotaOf(visit, refusals);
  if (ENDS_CONNECTION.has(refusal.code)) visit.response.shouldKeepAlive = false;
  const answer = answerOf(visit, refusal);
  if (refusal.code === 'payload_too_large') sendAndDrain(visit, answer);
  else send(visit, answer);
}

/** After broken framing nobody knows where the next request begins. */
const ENDS_CONNECTION: ReadonlySet<ErrorCode> = new Set([
  'bad_request',
  'headers_too_large',
  'payload_too_large',
  'request_timeout',
]);

const refusalOf = (error: unknown): DomainError => {
  if (error instanceof LimitHit) return error.refusal;
  return error instanceof DomainError ? error : internalError();
};

/** The limit to tell of where none was charged: the key's tightest, or that on failed authentications. */
function quotaOf(visit: Visit, { limits, failures }: Refusals): Quota {
  if (visit.quota) return visit.quota;
  if (!visit.key) return failures.peek(visit.address);
  return limits.peek(visit.key, tierOf(visit));
}

/** The tier that a request counts against, or would as far as is known. */
export function tierOf({ operation, request: { method } }: Visit): Tier {
  if (operation) return operation.tier;
  return method === 'POST' || method === 'PUT' || method === 'PATCH' ? 'write' : 'list';
}

export function answerOf(visit: Pick<Visit, 'id' | 'methods'>, refusal: DomainError): Answer {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
  if (refusal.code === 'method_not_allowed') {
    headers['Allow'] = [...(visit.methods ?? API_METHODS)].join(', ');
  }
  if (refusal.code === 'rate_limit_exceeded') {
    headers['Retry-After'] = String(refusal.details['retry_after']);
  }
  const body = JSON.stringify(errorBody(refusal, visit.id));
  return { status: ERROR_STATUS[refusal.code], headers, body };
}

function tell(visit: Visit, error: unknown, { code }: DomainError, log: Logger): void {
  const facts = {
    request_id: visit.id,
    company_id: visit.key?.company.id,
    api_key_id: visit.key?.id,
    operation: visit.operation?.name,
    error: code,
  };
  if (code === 'internal_error') log.error({ ...facts, err: error }, 'request failed');
  else log.info(facts, 'request refused');
}

/**
 * Closing a connection whose client is still sending resets it, and the refusal is lost. So it is
 * sent whole, and the connection ends when the client has read it or after a moment.
 */
function sendAndDrain(visit: Visit, answer: Answer): void {
  const { request, response } = visit;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DRAIN_MS);
  request.once('end', end);
  request.once('close', end);
  request.resume();
  send(visit, answer, { keepOpen: true });
}
