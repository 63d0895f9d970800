import type { IncomingMessage } from 'node:http';
import { MAX_RESPONSE_BYTES } from '@svc/contracts';
import CircuitBreaker from 'opossum';
import { ClientLeft } from '../admission/read-body';
import { createServiceCalls, type ReceivingCall, type OutgoingRequest } from './service-calls';

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Upstream {
  /** @throws on a timeout, a broken response or an open breaker. */
  call(request: OutgoingRequest): Promise<UpstreamResponse>;
  readonly breaker: CircuitBreaker<[OutgoingRequest], UpstreamResponse | undefined>;
  close(): Promise<void>;
}

export interface UpstreamSettings {
  readonly name: string;
  readonly url: string;
  readonly timeoutMs: number;
}

/** Replaces a larger response, which says nothing about the service's health. */
const TOO_LARGE: UpstreamResponse = { status: 0, headers: {}, body: Buffer.alloc(0) };
/** A service that hangs holds at most this many requests. */
const MAX_BACKLOG = 2_000;

/**
 * Reads the whole response before any of it is sent on: a service that fails half-way becomes a
 * clean error, and a slow client holds none of its connections.
 */
export function createUpstream({ name, url, timeoutMs }: UpstreamSettings): Upstream {
  const calls = createServiceCalls({ name, url, timeoutMs, receive: collectResponse });
  const breaker = new CircuitBreaker((request: OutgoingRequest) => calls.send(request), {
    name,
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: 10,
    rollingCountTimeout: 10_000,
    rollingPercentilesEnabled: false,
    resetTimeout: 1_000,
    capacity: MAX_BACKLOG,
    errorFilter: calls.hasAnotherWorkingAddress,
  });
  return {
    async call(request) {
      const response = await breaker.fire(request);
      if (!response) throw new ClientLeft();
      if (response === TOO_LARGE) throw new Error(`The response of ${name} is too large.`);
      return response;
    },
    breaker,
    close() {
      breaker.shutdown();
      return calls.close();
    },
  };
}

function collectResponse(
  proxyResponse: IncomingMessage,
  { complete, loseConnection }: ReceivingCall<UpstreamResponse>,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  proxyResponse.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_RESPONSE_BYTES) {
      chunks.push(chunk);
      return;
    }
    complete(TOO_LARGE);
    proxyResponse.destroy();
  });
  proxyResponse.on('end', () => {
    const all = chunks.splice(0);
    const [only] = all;
    const body = all.length === 1 && only ? only : Buffer.concat(all);
    const { statusCode = 0, headers } = proxyResponse;
    complete({ status: statusCode, headers, body });
  });
  proxyResponse.on('close', () => {
    if (!proxyResponse.complete) loseConnection(new Error('The service broke off its response.'));
  });
}
