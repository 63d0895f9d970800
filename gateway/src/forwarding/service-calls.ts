import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { Stream } from 'node:stream';
import { BULK_HEADER, INTERNAL_IDEMPOTENCY_KEY_HEADER, MAX_POLL_MS } from '@svc/contracts';
import {
  isConnectError,
  IDLE_CONNECTION_MS,
  toAddressOutcome,
  createServiceAddresses,
  isConnectionReset,
  type AddressOutcome,
  type ServiceAddress,
  type AcquiredAddress,
} from '@svc/http';
import { createDeadlines, type Deadline } from '@svc/kernel';
import httpProxy from 'http-proxy';
import type { Exchange, PublicRequest, ProxiedCall } from '../admission/exchange';

export interface OutgoingRequest {
  readonly exchange: Exchange;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly outlivesClient: boolean;
  readonly isLongPoll?: boolean;
}

/**
 * A call is open until the first of these moves; later ones do nothing.
 *
 * | Move                  | Then                                                                     |
 * | --------------------- | ------------------------------------------------------------------------ |
 * | `complete(result)`    | `send` resolves                                                          |
 * | `fail(error)`         | `send` rejects; also at the deadline                                     |
 * | `loseConnection(e)`   | open, at another address, if it may be repeated; otherwise as `fail`     |
 * | `abandon()`           | `send` resolves with undefined: the client has left                      |
 */
export interface ReceivingCall<Result> {
  /** When the call fails; `receive` may postpone it. */
  readonly deadline: Deadline;
  complete(result: Result): void;
  loseConnection(error: Error): void;
  fail(error: Error): void;
}

export interface ServiceCallsSettings<Result> {
  readonly name: string;
  readonly url: string;
  readonly timeoutMs: number;
  receive(response: IncomingMessage, call: ReceivingCall<Result>, sent: OutgoingRequest): void;
}

export interface ServiceCalls<Result> {
  /** Undefined if the client has left. @throws if the service sends no HTTP response in time. */
  send(outgoing: OutgoingRequest): Promise<Result | undefined>;
  hasAnotherWorkingAddress(): boolean;
  close(): Promise<void>;
}

const CONNECTIONS = { keepAlive: true };

/**
 * A body in memory, as a stream that http-proxy can pipe. It is written at the end of the event
 * loop's turn, together with those of other requests: each write wakes an idle service, which
 * costs more than the rest of the forwarding.
 */
class BufferedBody extends Stream {
  constructor(private readonly body: Buffer | undefined) {
    super();
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const request = destination as unknown as ClientRequest;
    setImmediate(() => {
      if (!request.destroyed && request.socket?.writable !== false) request.end(this.body);
    });
    return destination;
  }
}
const NO_BODY = new BufferedBody(undefined);

interface Link {
  readonly proxy: httpProxy<PublicRequest, ServerResponse>;
  readonly agent: Agent;
  readonly idleCheck: NodeJS.Timeout;
}

/** The agent's own timeout sets a timer per request, which costs more than two scans. */
function closeIdleConnections(agent: Agent): NodeJS.Timeout {
  let written = new Map<Socket, number>();
  const check = (): void => {
    const idle = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    for (const each of idle) if (each.bytesWritten === written.get(each)) each.destroy();
    written = new Map(idle.map((each) => [each, each.bytesWritten]));
  };
  return setInterval(check, IDLE_CONNECTION_MS / 2).unref();
}

const loseConnection = (error: Error, { call }: PublicRequest): void => call?.loseConnection(error);

function createLink({ origin, certificateName }: ServiceAddress): Link {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === 'https:';
  const agent = isTls
    ? new TlsAgent({ ...CONNECTIONS, ...(certificateName && { servername: certificateName }) })
    : new Agent(CONNECTIONS);
  // Node.js connects to an IPv6 address without brackets.
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
    if (call) call.proxyRequest = proxyRequest;
    else proxyRequest.destroy();
  });
  proxy.on('error', loseConnection);
  proxy.on('econnreset', loseConnection);
  proxy.on('proxyRes', (proxyResponse, { call }) => call?.receive(proxyResponse));
  return { proxy, agent, idleCheck: closeIdleConnections(agent) };
}

/** Whether the service does the request once and repeats its response. */
const isDoneOnce = (headers: OutgoingRequest['headers']): boolean =>
  headers[INTERNAL_IDEMPOTENCY_KEY_HEADER] !== undefined || headers[BULK_HEADER] !== undefined;

interface OpenCall<Result> extends ProxiedCall, ReceivingCall<Result> {
  hasEnded: boolean;
}

/**
 * A request that did not reach the service is sent to its other addresses. If the connection ends
 * before the response, a GET or a request done once is sent only once more, because it may be
 * what kills the service.
 */
export function createServiceCalls<Result>({
  name,
  url,
  timeoutMs,
  receive,
}: ServiceCallsSettings<Result>): ServiceCalls<Result> {
  const addresses = createServiceAddresses({
    urls: url,
    open: createLink,
    close: ({ agent, idleCheck }) => {
      clearInterval(idleCheck);
      agent.destroy();
    },
  });

  const deadlines = createDeadlines(timeoutMs);

  const send = (outgoing: OutgoingRequest): Promise<Result | undefined> =>
    new Promise((resolve, reject) => {
      const { exchange, headers, body, outlivesClient, isLongPoll = false } = outgoing;
      const { request, response } = exchange;
      if (exchange.hasLeft && !outlivesClient) {
        resolve(undefined);
        return;
      }
      let current: AcquiredAddress<Link> | undefined;
      const tried = new Set<AcquiredAddress<Link>>();
      let received: IncomingMessage | undefined;
      const sendTo = (next: AcquiredAddress<Link>): void => {
        current = next;
        tried.add(next);
        const { proxy } = next.link;
        if (body) proxy.web(request, response, { buffer: new BufferedBody(body) });
        else proxy.web(request, response);
      };
      const close = (outcome: AddressOutcome): void => {
        call.hasEnded = true;
        request.call = undefined;
        deadlines.end(call.deadline);
        if (current) addresses.release(current, outcome);
      };
      const fail = (error: Error): void => {
        if (call.hasEnded) return;
        close('failed');
        call.proxyRequest?.destroy();
        reject(error);
      };
      const abandon = (): void => {
        if (call.hasEnded) return;
        close('unknown');
        call.proxyRequest?.destroy();
        resolve(undefined);
      };
      const trySendElsewhere = (error: Error): boolean => {
        const wasWritten = call.proxyRequest?.writableEnded ?? false;
        const mayRepeat =
          !wasWritten ||
          isConnectError(error) ||
          (tried.size === 1 &&
            isConnectionReset(error) &&
            (request.method === 'GET' || isDoneOnce(headers)));
        if (call.hasEnded || !current || received || !mayRepeat) return false;
        const other = addresses.acquireOther(tried);
        if (!other) return false;
        addresses.release(current, 'failed');
        sendTo(other);
        return true;
      };
      const call: OpenCall<Result> = {
        deadline: deadlines.begin(() =>
          fail(new Error(`${name} did not respond within ${timeoutMs} ms.`)),
        ),
        hasEnded: false,
        fail,
        loseConnection(error) {
          if (request.socket.destroyed && !outlivesClient) abandon();
          else if (!trySendElsewhere(error)) fail(error);
        },
        complete(result) {
          if (call.hasEnded) return;
          close(received ? toAddressOutcome(received.headers) : 'unknown');
          resolve(result);
        },
        receive(proxyResponse) {
          received = proxyResponse;
          try {
            receive(proxyResponse, call, outgoing);
          } catch (error) {
            // Thrown inside an event of http-proxy, it would end the process.
            fail(error as Error);
          }
        },
      };
      if (isLongPoll) call.deadline.atMs += MAX_POLL_MS;
      request.call = call;
      request.headers = headers;
      if (!outlivesClient) exchange.onLeft = abandon;
      sendTo(addresses.acquire());
    });

  return {
    send,
    hasAnotherWorkingAddress: addresses.hasAnotherWorkingAddress,
    close: addresses.close,
  };
}
