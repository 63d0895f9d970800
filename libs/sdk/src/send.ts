import createClient from 'openapi-fetch';
import { splitAddress, type ApiCall, type CallInput, type CallOptions, type Send } from './call';
import {
  ApiError,
  createApiError,
  DeadlineError,
  NoAnswerError,
  NotModifiedError,
  UnexpectedAnswerError,
  type ErrorBody,
  type ErrorClasses,
} from './errors';
import { calculatePauseMs, canRetry } from './retries';

export interface Settings {
  /** Address of the gateway, or of a proxy in front of it: `https://api.example.com`. */
  readonly baseUrl: string;
  /** Omit it where a proxy adds the key: never ship a key to a browser. */
  readonly apiKey?: string;
  /** Default for all calls: 60,000. */
  readonly deadlineMs?: number;
  /** Default for all calls: 3. */
  readonly retries?: number;
  /** Default true: parameters and fields that an operation does not take are rejected, not ignored. */
  readonly strict?: boolean;
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface Clock {
  now(): number;
  /** Resolves after the delay, or rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

const CLOCK: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
  random: () => Math.random(),
};

const DEADLINE_MS = 60_000;
const RETRIES = 3;
/** The API responds within ten seconds, so a silent connection is lost. */
const MAX_ATTEMPT_MS = 30_000;

const CONDITIONS = ['If-Match', 'If-None-Match'];

/** openapi-fetch's own types allow one operation per path and method. */
interface Client {
  request(
    method: string,
    path: string,
    init: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
}

/**
 * Creates the function that makes calls. It keeps the key in a closure, so neither errors nor `console.log`
 * show it.
 */
export function createSend(
  {
    baseUrl,
    apiKey,
    strict = true,
    fetch = (request) => globalThis.fetch(request),
    ...defaults
  }: Settings,
  classes: ErrorClasses = {},
  clock: Clock = CLOCK,
): Send {
  // The error of `fetch` itself would repeat the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be printable ASCII without spaces.');
  }
  // A redirect would send the key to another server.
  const client = createClient({ baseUrl, redirect: 'error' }) as Client;

  async function attempt(call: ApiCall, init: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { method, path } = splitAddress(call);
    const { operation } = call;
    let isSent = false;
    let received: Response | undefined;
    const send = async (request: Request): Promise<Response> => {
      isSent = true;
      received = await fetch(request);
      return received;
    };
    try {
      const { data, error, response } = await client.request(method, path, {
        ...init,
        fetch: send,
      });
      if (response.status === 304) throw new NotModifiedError(operation);
      if (isEnvelope(data) && response.ok) return data;
      const { status, headers } = response;
      if (!isErrorBody(error)) throw new UnexpectedAnswerError(operation, status);
      const retryAfterSeconds = secondsIn(headers.get('Retry-After'));
      throw createApiError(classes, { operation, status, body: error, retryAfterSeconds });
    } catch (error) {
      // Errors before sending are mistakes in the call.
      if (!isSent || isOurs(error)) throw error;
      if (received && error instanceof SyntaxError) {
        throw new UnexpectedAnswerError(operation, received.status);
      }
      throw new NoAnswerError(operation, error);
    }
  }

  return async function send(call, input, options = {}) {
    const { operation } = call;
    const {
      signal,
      deadlineMs = DEADLINE_MS,
      retries = RETRIES,
    } = { ...defaults, ...given(options) };
    const init = requestOf(call, input, options, apiKey);
    // The first preference counts, so that one of the call's own headers wins.
    if (strict) init.headers.append('Prefer', 'handling=strict');
    const { method } = splitAddress(call);
    const isConditional =
      'expected_version' in { ...input.body } ||
      CONDITIONS.some((header) => init.headers.has(header));
    const end = clock.now() + deadlineMs;
    for (let number = 0; ; number += 1) {
      signal?.throwIfAborted();
      const left = Math.max(0, end - clock.now());
      const isLastAttempt = left <= MAX_ATTEMPT_MS;
      const limit = AbortSignal.timeout(isLastAttempt ? left : MAX_ATTEMPT_MS);
      const ending = signal ? AbortSignal.any([signal, limit]) : limit;
      try {
        return await attempt(call, { ...init, signal: ending });
      } catch (error) {
        signal?.throwIfAborted();
        // Timers use another clock and may fire a millisecond early.
        const isEnded = clock.now() >= end || (isLastAttempt && limit.aborted);
        if (error instanceof NoAnswerError && isEnded) {
          throw new DeadlineError(operation, deadlineMs, error);
        }
        if (number >= retries || !canRetry(error, { method, isConditional })) throw error;
        const pause = calculatePauseMs(error, number, clock.random());
        if (clock.now() + pause >= end) throw error;
        await clock.wait(pause, signal);
      }
    }
  };
}

const given = (options: CallOptions): CallOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function requestOf(
  call: ApiCall,
  { selectors = {}, query = {}, body }: CallInput,
  { headers: further, idempotencyKey }: CallOptions,
  apiKey: string | undefined,
): { params: object; body: object | undefined; headers: Headers } {
  const { method, fixed, open } = splitAddress(call);
  const missing = open.find((name) => selectors[name] === undefined || selectors[name] === '');
  // Without the selector, the address belongs to another operation.
  if (missing !== undefined) throw new TypeError(`${call.operation} needs ${missing}.`);
  const headers = new Headers(further);
  if (apiKey !== undefined) headers.set('X-API-Key', apiKey);
  if (method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
  return { params: { query: { ...query, ...selectors, ...fixed } }, body, headers };
}

const isEnvelope = (value: unknown): boolean => Reflect.get(Object(value), 'success') === true;

function isErrorBody(value: unknown): value is ErrorBody {
  const { success, error, message } = Object(value) as Partial<ErrorBody>;
  return success === false && typeof error === 'string' && typeof message === 'string';
}

const OURS = [NotModifiedError, UnexpectedAnswerError];

const isOurs = (error: unknown): boolean =>
  error instanceof ApiError || OURS.some((Class) => error instanceof Class);

function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
