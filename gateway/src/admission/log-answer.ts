import { redactAddress, ERROR_STATUS } from '@svc/contracts';
import type { LogFields, Logger } from '@svc/logging';
import type { ObserveRequest } from '@svc/process';
import type { HitLimit } from '../limits/limit-hit';
import type { Answer } from './answer';
import type { Exchange } from './exchange';

/** Why an exchange did not end in a success. */
export interface Failure {
  /** The error code that the client was answered, or `CLIENT_LEFT`. */
  readonly error: string;
  readonly limit?: HitLimit;
  /** What went wrong on our side. */
  readonly fault?: unknown;
}

/** What a request, or an operation of it, was answered that was refused or failed. */
export interface Outcome {
  readonly status: number;
  readonly error: string | undefined;
}

export interface AnswerLog {
  readonly log: Logger;
  readonly observe: ObserveRequest;
  /** Counts what was refused, by the gateway or a service. */
  readonly refused: (failure: Failure) => void;
  /** What a company's people see of their own requests. */
  readonly requestLog: { note(exchange: Exchange, outcome: Outcome): void };
}

const CLIENT_LEFT_STATUS = 499;
/** In place of an error code, where nobody was answered. */
export const CLIENT_LEFT = 'client_left';
const SUCCESSES_END = 300;
const REFUSALS_BEGIN = 400;

/**
 * Counts an answered exchange in the metrics, logs one line for each that was no success, so that its
 * request_id can be found, and notes it for its company's people. Only the first call for an exchange
 * has an effect.
 */
export function logAnswer(
  exchange: Exchange,
  failure: Failure | undefined,
  answerLog: AnswerLog,
): void {
  if (exchange.isLogged) return;
  exchange.isLogged = true;
  const { request, response, startedAt } = exchange;
  const status = response.headersSent ? response.statusCode : CLIENT_LEFT_STATUS;
  const method = request.method ?? '';
  answerLog.observe({ method, route: routeOf(exchange), status }, startedAt);
  if (failure) answerLog.refused(failure);
  if (status >= REFUSALS_BEGIN && failure?.error !== CLIENT_LEFT) {
    answerLog.requestLog.note(exchange, { status, error: failure?.error });
  }
  const { log } = answerLog;
  if (failure?.fault !== undefined || status === ERROR_STATUS.internal_error) {
    log.error({ ...factsOf(exchange, status, failure), err: failure?.fault }, 'request failed');
  } else if (status >= SUCCESSES_END) {
    log.info(factsOf(exchange, status, failure), failure ? 'request refused' : 'request answered');
  } else if (log.isLevelEnabled('debug')) {
    // At full load a line for each success would cost as much as its admission.
    log.debug(factsOf(exchange, status, failure), 'request answered');
  }
}

const routeOf = ({ operation, isForDashboard }: Exchange): string =>
  operation?.name ?? (isForDashboard ? 'dashboard' : 'none');

/** The request, without any value of its parameters, and its outcome. */
const factsOf = (
  { id, key, request, operation, startedAt }: Exchange,
  status: number,
  failure: Failure | undefined,
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

/** How the body of an error begins, whoever wrote it. */
const ERROR_BODY = /^\{"success":false,"error":"([a-z_]{1,50})"/;

/** Why a service's answer is no success: its error code, which is one of the published ones. */
export function failureOf({ status, body }: Answer): Failure | undefined {
  if (status < SUCCESSES_END) return undefined;
  const beginning = typeof body === 'string' ? body : body.toString('latin1', 0, 100);
  const [, code = ''] = ERROR_BODY.exec(beginning) ?? [];
  return Object.hasOwn(ERROR_STATUS, code) ? { error: code } : undefined;
}
