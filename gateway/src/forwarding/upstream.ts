import type { IncomingMessage } from 'node:http';
import { MAX_RESPONSE_BYTES } from '@svc/contracts';
import CircuitBreaker from 'opossum';
import { ClientLeft } from '../admission/read-body';
import { serviceCalls, type Receiving, type Sending } from './service-calls';

/** A service's whole answer. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** One service behind the gateway. */
export interface Upstream {
  /** @throws when the service does not answer in time or not in HTTP, or while its breaker is open. */
  ask(question: Sending): Promise<UpstreamAnswer>;
  readonly breaker: CircuitBreaker<[Sending], UpstreamAnswer | undefined>;
  close(): Promise<void>;
}

export interface UpstreamSettings {
  readonly name: string;
  /** Its addresses, as `<CONTEXT>_URL` has them. */
  readonly url: string;
  /** From the first byte sent to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** In place of an answer that is larger. It says something of the company's records, and nothing of the service. */
const TOO_LARGE: UpstreamAnswer = { status: 0, headers: {}, body: Buffer.alloc(0) };
/** A service that hangs may hold this many requests, and no more of the gateway's memory. */
const LARGEST_BACKLOG = 2_000;

/**
 * A service with one breaker.
 *
 * Answers are small, so the whole answer is read before any of it is sent on. A service that fails in
 * the middle becomes a clean error instead of half an answer, and a client that reads slowly does not
 * hold a service's connection.
 */
export function upstream({ name, url, timeoutMs }: UpstreamSettings): Upstream {
  const calls = serviceCalls({ name, url, timeoutMs, receive: collect });
  const breaker = new CircuitBreaker((question: Sending) => calls.send(question), {
    name,
    // The call has its own deadline, which also ends the request to the service.
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: 10,
    rollingCountTimeout: 10_000,
    rollingPercentilesEnabled: false,
    resetTimeout: 1_000,
    capacity: LARGEST_BACKLOG,
    // That one address fails says nothing about the others.
    errorFilter: calls.hasAnotherWorkingAddress,
  });
  return {
    async ask(question) {
      const answer = await breaker.fire(question);
      if (!answer) throw new ClientLeft();
      if (answer === TOO_LARGE) throw new Error(`The answer of ${name} is too large.`);
      return answer;
    },
    breaker,
    close() {
      breaker.shutdown();
      return calls.close();
    },
  };
}

function collect(
  proxyResponse: IncomingMessage,
  { done, breakOff }: Receiving<UpstreamAnswer>,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  proxyResponse.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_RESPONSE_BYTES) {
      chunks.push(chunk);
      return;
    }
    done(TOO_LARGE);
    proxyResponse.destroy();
  });
  proxyResponse.on('end', () => {
    // Taken out, because the call may stay in memory for as long as its answer is unread.
    const all = chunks.splice(0);
    const [only] = all;
    const body = all.length === 1 && only ? only : Buffer.concat(all);
    const { statusCode = 0, headers } = proxyResponse;
    done({ status: statusCode, headers, body });
  });
  proxyResponse.on('close', () => {
    if (!proxyResponse.complete) breakOff(new Error('The service broke off its answer.'));
  });
}
