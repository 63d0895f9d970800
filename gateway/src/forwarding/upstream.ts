import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { Stream, type Writable } from 'node:stream';
import {
  hasNotReached,
  serviceAddresses,
  wasReset,
  type Outcome,
  type ServiceAddress,
  type TakenAddress,
} from '@svc/http';
import { deadlines } from '@svc/kernel';
import CircuitBreaker from 'opossum';
import httpProxy from 'http-proxy';
import type { PublicRequest, ServiceCall } from '../admission/exchange';
import { ClientLeft } from '../admission/read-body';
import type { UnreadAnswers } from '../admission/unread-answers';
import { companyTurns, type Asking } from './company-turns';

/** A service's whole answer. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Question extends Asking {
  /** All the headers that the service gets to see. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** One service behind the gateway. */
export interface Upstream {
  /** @throws when the service does not answer in time or not in HTTP, or while its breaker is open. */
  ask(question: Question): Promise<UpstreamAnswer>;
  readonly breaker: CircuitBreaker<[Question], UpstreamAnswer | undefined>;
  close(): Promise<void>;
}

export interface UpstreamSettings {
  readonly name: string;
  /** Its addresses, as `<CONTEXT>_URL` has them. */
  readonly url: string;
  /** From the first byte sent to the last byte of the answer; a call may wait for its turn as long before. */
  readonly timeoutMs: number;
  /** Of all services together. */
  readonly unread: UnreadAnswers;
}

const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
/** A service that hangs may hold this many requests, and no more of the gateway's memory. */
const LARGEST_BACKLOG = 2_000;
/** An idle connection is given up a second before the service does, as Node.js reads from its Keep-Alive header. */
const CONNECTIONS = { keepAlive: true };

/** A body that has been read already, as a stream that http-proxy can pipe from. */
class BufferedBody extends Stream {
  constructor(private readonly body: Buffer | undefined) {
    super();
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    if (this.body) (destination as unknown as Writable).end(this.body);
    else destination.end();
    return destination;
  }
}
const NO_BODY = new BufferedBody(undefined);

/** The proxy that keeps the connections with one address of a service. */
interface Link {
  readonly proxy: httpProxy<PublicRequest, ServerResponse>;
  readonly agent: Agent;
}

/**
 * A service behind http-proxy with keep-alive connections to each of its addresses and one breaker.
 *
 * Answers are small, so the whole answer is read before any of it is sent on. A service that fails in
 * the middle becomes a clean error instead of half an answer, and a client that reads slowly does not
 * hold a service's connection. A request that has not reached the service, and a GET whose connection
 * ended before the answer, are tried once more at another address.
 */
export function upstream({ name, url, timeoutMs, unread }: UpstreamSettings): Upstream {
  const breakOff = (error: Error, { call }: PublicRequest): void => call?.breakOff(error);
  function open({ origin, certificateName }: ServiceAddress): Link {
    const { protocol, hostname, port } = new URL(origin);
    const isTls = protocol === 'https:';
    const agent = isTls
      ? new TlsAgent({ ...CONNECTIONS, ...(certificateName && { servername: certificateName }) })
      : new Agent(CONNECTIONS);
    // Node.js connects to an IPv6 address without its brackets.
    const host = hostname.replaceAll(/[[\]]/g, '');
    const proxy = httpProxy.createProxyServer<PublicRequest, ServerResponse>({
      target: { protocol, host, hostname: host, port: Number(port || (isTls ? 443 : 80)) },
      agent,
      toProxy: true,
      prependPath: false,
      selfHandleResponse: true,
      buffer: NO_BODY,
    });
    proxy.on('proxyReq', (proxyRequest, { call }) => {
      // Ended before it had a connection: its client has left already.
      if (call) call.proxyRequest = proxyRequest;
      else proxyRequest.destroy();
    });
    proxy.on('error', breakOff);
    // What http-proxy calls an error once the client's own connection has been closed.
    proxy.on('econnreset', breakOff);
    proxy.on('proxyRes', (proxyResponse, { call }) => call?.answer(proxyResponse));
    return { proxy, agent };
  }
  const addresses = serviceAddresses({ urls: url, open, close: ({ agent }) => agent.destroy() });

  const inTime = deadlines(timeoutMs);
  const ask = (question: Question): Promise<UpstreamAnswer | undefined> =>
    new Promise((resolve, reject) => {
      const { exchange, outlivesClient } = question;
      const { request, response } = exchange;
      if (exchange.hasLeft && !outlivesClient) {
        resolve(undefined);
        return;
      }
      let taken: TakenAddress<Link> | undefined;
      let isRepeated = false;
      const sendTo = (next: TakenAddress<Link>): void => {
        taken = next;
        const { proxy } = next.link;
        if (question.body)
          proxy.web(request, response, { buffer: new BufferedBody(question.body) });
        else proxy.web(request, response);
      };
      const end = (outcome: Outcome): void => {
        call.hasEnded = true;
        request.call = undefined;
        inTime.end(deadline);
        if (taken) addresses.release(taken, outcome);
      };
      const fail = (error: Error): void => {
        if (call.hasEnded) return;
        end('failed');
        call.proxyRequest?.destroy();
        reject(error);
      };
      /** A client that leaves says nothing about the service, so the breaker sees no failure. */
      const leave = (): void => {
        if (call.hasEnded) return;
        end('unknown');
        call.proxyRequest?.destroy();
        resolve(undefined);
      };
      /** Tries another address if there is one, within the same deadline; answers whether it did. */
      const isSentElsewhere = (error: Error): boolean => {
        const mayRepeat = hasNotReached(error) || (request.method === 'GET' && wasReset(error));
        if (call.hasEnded || !taken || isRepeated || !mayRepeat) return false;
        const other = addresses.takeOther(taken);
        if (!other) return false;
        isRepeated = true;
        addresses.release(taken, 'failed');
        sendTo(other);
        return true;
      };
      const call: ServiceCall = {
        hasEnded: false,
        breakOff(error) {
          if (request.socket.destroyed && !outlivesClient) leave();
          else if (!isSentElsewhere(error)) fail(error);
        },
        answer: (proxyResponse) =>
          collect(proxyResponse, {
            fail: call.breakOff,
            done(body) {
              if (call.hasEnded) return;
              end('answered');
              const { statusCode = 0, headers } = proxyResponse;
              resolve({ status: statusCode, headers, body });
            },
          }),
      };
      const deadline = inTime.begin(() =>
        fail(new Error(`${name} did not answer within ${timeoutMs} ms.`)),
      );
      request.call = call;
      request.headers = question.headers;
      if (!outlivesClient) exchange.whenLeft = leave;
      sendTo(addresses.take());
    });

  const breaker = new CircuitBreaker(ask, {
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
    errorFilter: addresses.hasAnotherWorkingAddress,
  });
  const turns = companyTurns({ name, longestWaitMs: timeoutMs, unread });
  return {
    async ask(question) {
      // Outside the breaker: that a company waits for its own calls says nothing about the service.
      const turn = turns.take(question);
      if (turn) await turn;
      let answer: UpstreamAnswer | undefined;
      try {
        answer = await breaker.fire(question);
      } finally {
        turns.giveBack(question.companyId, answer?.body.length);
      }
      if (!answer) throw new ClientLeft();
      return answer;
    },
    breaker,
    close() {
      breaker.shutdown();
      return addresses.close();
    },
  };
}

interface Collector {
  done(body: Buffer): void;
  fail(error: Error): void;
}

function collect(proxyResponse: IncomingMessage, { done, fail }: Collector): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  proxyResponse.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) fail(new Error('The answer of the service is too large.'));
    else chunks.push(chunk);
  });
  proxyResponse.on('end', () => {
    // Taken out, because the call may stay in memory for as long as its answer is unread.
    const all = chunks.splice(0);
    const [only] = all;
    done(all.length === 1 && only ? only : Buffer.concat(all));
  });
  proxyResponse.on('close', () => {
    if (!proxyResponse.complete) fail(new Error('The service broke off its answer.'));
  });
}
