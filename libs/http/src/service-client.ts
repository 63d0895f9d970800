import { CONTEXT_HEADER, REQUEST_ID_HEADER, type Caller, type ProcessName } from '@svc/contracts';
import type { Trust } from '@svc/trust';
import CircuitBreaker from 'opossum';
import { AnswerTooLong, serviceAt, type ServiceAnswer, type ServiceRequest } from './ask-service';

export interface ServiceClientSettings {
  /** The process that is asked; names it in errors. */
  readonly context: ProcessName;
  /** Where it is found, as `<CONTEXT>_URL` has it. */
  readonly url: string;
  /** How the process that asks vouches for a caller. */
  readonly trust: Trust;
  readonly now: () => Date;
  /** From asking to the last byte of the answer. */
  readonly deadlineMs?: number;
  /** How many calls may be under way at each of its addresses; the others wait. */
  readonly connections?: number;
}

/** A call of any route of another service. */
export interface ServiceCall extends Pick<ServiceRequest, 'method' | 'path' | 'body' | 'isRead'> {
  /** The operation of the endpoint table; for the reach `api` alone. */
  readonly operation?: string;
  /** Beside those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the client's own. */
  readonly deadlineMs?: number;
}

/** Asks another service, on behalf of a caller. */
export interface ServiceClient {
  /** The answer to a call, whatever its status; throws where there is none in time. */
  ask(call: ServiceCall, caller: Caller): Promise<ServiceAnswer>;
  /**
   * The `data` of the answer to an internal read; undefined when there is no such record, or no such
   * read. What is asked beside the address is sent in a body.
   */
  read<T>(path: string, caller: Caller, asked?: object): Promise<T | undefined>;
  readonly breaker: CircuitBreaker;
  close(): Promise<void>;
}

const DEADLINE_MS = 2_000;

class UnexpectedAnswer extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A client of one service with keep-alive, a deadline and a breaker.
 *
 * A failed read throws: what depends on an owner that is down is refused, never guessed.
 */
export function serviceClient({
  context,
  url,
  trust,
  now,
  deadlineMs: usualDeadlineMs = DEADLINE_MS,
  connections = 8,
}: ServiceClientSettings): ServiceClient {
  const service = serviceAt(url, { connections });
  const ask = (
    {
      method,
      path,
      body = null,
      isRead = false,
      operation,
      headers,
      deadlineMs = usualDeadlineMs,
    }: ServiceCall,
    caller: Caller,
  ): Promise<ServiceAnswer> => {
    const vouch = trust.vouchFor(caller);
    return service.ask({
      method,
      path,
      headers: {
        [CONTEXT_HEADER]: vouch({ audience: context, operation }, now().getTime()),
        [REQUEST_ID_HEADER]: caller.requestId,
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      body,
      isRead,
      signal: AbortSignal.timeout(deadlineMs),
    });
  };
  const read = async (path: string, caller: Caller, asked?: object): Promise<unknown> => {
    const method = asked ? 'POST' : 'GET';
    const sent = asked && Buffer.from(JSON.stringify(asked));
    const call: ServiceCall = { method, path, body: sent ?? null, isRead: true };
    const { status, body } = await ask(call, { ...caller, reach: 'internal' });
    const answer = JSON.parse(body.toString()) as { data: unknown };
    if (status === 200) return answer.data;
    if (status === 404) return undefined;
    throw new UnexpectedAnswer(status, `${context} answered ${status} to ${method} ${path}.`);
  };
  const breaker = new CircuitBreaker((call: () => Promise<unknown>) => call(), {
    name: context,
    timeout: false,
    volumeThreshold: 5,
    errorThresholdPercentage: 50,
    resetTimeout: 2_000,
    // What a service refuses, or answers at too great length, is at fault itself, and nobody else has to wait
    // for it. One address that fails
    // says nothing about the others; an answer of the service counts for all.
    errorFilter: (error) =>
      error instanceof UnexpectedAnswer
        ? error.status < 500
        : error instanceof AnswerTooLong || service.hasAnotherWorkingAddress(),
  });
  return {
    read: async <T>(path: string, caller: Caller, asked?: object) =>
      (await breaker.fire(() => read(path, caller, asked))) as T | undefined,
    ask: async (call, caller) => (await breaker.fire(() => ask(call, caller))) as ServiceAnswer,
    breaker,
    async close() {
      breaker.shutdown();
      await service.close();
    },
  };
}
