import { CONTEXT_HEADER, REQUEST_ID_HEADER, type Caller, type ProcessName } from '@svc/contracts';
import type { Trust } from '@svc/trust';
import CircuitBreaker from 'opossum';
import {
  ResponseTooLarge,
  connectToService,
  type ServiceResponse,
  type ServiceHttpRequest,
} from './call-service';

export interface ServiceClientSettings {
  readonly context: ProcessName;
  readonly url: string;
  readonly trust: Trust;
  readonly now: () => Date;
  readonly deadlineMs?: number;
  readonly connections?: number;
}

export interface ServiceCall extends Pick<
  ServiceHttpRequest,
  'method' | 'path' | 'body' | 'isRead'
> {
  readonly operation?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadlineMs?: number;
}

export interface ServiceClient {
  /** Resolves for any status; throws without a timely response. */
  call(call: ServiceCall, caller: Caller): Promise<ServiceResponse>;
  /** Returns `data` of an internal read, undefined for 404. `filter` is sent as a body. */
  read<T>(path: string, caller: Caller, filter?: object): Promise<T | undefined>;
  readonly breaker: CircuitBreaker;
  close(): Promise<void>;
}

const DEADLINE_MS = 2_000;

class UnexpectedStatus extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Creates a client with keep-alive, a deadline and a breaker. A failed read throws: what depends on an
 * owner that is down is rejected, never guessed.
 */
export function createServiceClient({
  context,
  url,
  trust,
  now,
  deadlineMs: usualDeadlineMs = DEADLINE_MS,
  connections = 8,
}: ServiceClientSettings): ServiceClient {
  const service = connectToService(url, { connections });
  const send = (
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
  ): Promise<ServiceResponse> => {
    const sign = trust.signFor(caller);
    return service.send({
      method,
      path,
      headers: {
        [CONTEXT_HEADER]: sign({ audience: context, operation }, now().getTime()),
        [REQUEST_ID_HEADER]: caller.requestId,
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      body,
      isRead,
      signal: AbortSignal.timeout(deadlineMs),
    });
  };
  const read = async (path: string, caller: Caller, filter?: object): Promise<unknown> => {
    const method = filter ? 'POST' : 'GET';
    const sent = filter && Buffer.from(JSON.stringify(filter));
    const call: ServiceCall = { method, path, body: sent ?? null, isRead: true };
    const { status, body } = await send(call, { ...caller, reach: 'internal' });
    const response = JSON.parse(body.toString()) as { data: unknown };
    if (status === 200) return response.data;
    if (status === 404) return undefined;
    throw new UnexpectedStatus(status, `${context} responded with ${status} to ${method} ${path}.`);
  };
  const breaker = new CircuitBreaker((call: () => Promise<unknown>) => call(), {
    name: context,
    timeout: false,
    volumeThreshold: 5,
    errorThresholdPercentage: 50,
    resetTimeout: 2_000,
    // A rejection or an oversized response is the call's own fault. A failing address says nothing about
    // the others, while a response counts for all.
    errorFilter: (error) =>
      error instanceof UnexpectedStatus
        ? error.status < 500
        : error instanceof ResponseTooLarge || service.hasAnotherWorkingAddress(),
  });
  return {
    read: async <T>(path: string, caller: Caller, filter?: object) =>
      (await breaker.fire(() => read(path, caller, filter))) as T | undefined,
    call: async (call, caller) => (await breaker.fire(() => send(call, caller))) as ServiceResponse,
    breaker,
    async close() {
      breaker.shutdown();
      await service.close();
    },
  };
}
