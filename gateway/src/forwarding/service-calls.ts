import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { Stream } from 'node:stream';
import { BULK_HEADER, INTERNAL_IDEMPOTENCY_KEY_HEADER } from '@svc/contracts';
import {
  isConnectError,
  IDLE_CONNECTION_MS,
  toRequestOutcome,
  createServiceAddresses,
  isConnectionReset,
  type RequestOutcome,
  type ServiceAddress,
  type TakenAddress,
} from '@svc/http';
import { createDeadlines, type Deadline } from '@svc/kernel';
import httpProxy from 'http-proxy';
import type { Exchange, PublicRequest, ServiceCall } from '../admission/exchange';

/** What is sent to a service for a client. */
export interface Sending {
  readonly exchange: Exchange;
  /** All the headers that the service gets to see. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Whether it goes on when its client has left. */
  readonly outlivesClient: boolean;
}

/** A call whose answer is being received. */
export interface Receiving<Result> {
  /** After which the call fails. */
  readonly deadline: Deadline;
  /** The answer is complete. */
  done(result: Result): void;
  /** The answer broke off. */
  breakOff(error: Error): void;
  /** Ends the call, of which nothing more is wanted. */
  fail(error: Error): void;
}

export interface ServiceCallsSettings<Result> {
  readonly name: string;
  /** Its addresses, as `<CONTEXT>_URL` has them. */
  readonly url: string;
  /** From the first byte sent to the end of the answer, unless `receive` says otherwise. */
  readonly timeoutMs: number;
  /** Takes an answer, whose status and headers are there and whose body has yet to be read. */
  receive(answer: IncomingMessage, receiving: Receiving<Result>, sending: Sending): void;
}

/** The calls of one service. */
export interface ServiceCalls<Result> {
  /**
   * The answer to a request; undefined when its client has left.
   *
   * @throws when the service does not answer in time, or not in HTTP.
   */
  send(sending: Sending): Promise<Result | undefined>;
  /** Whether it has several addresses, at least one of them without a known failure. */
  hasAnotherWorkingAddress(): boolean;
  close(): Promise<void>;
}

const CONNECTIONS = { keepAlive: true };

/**
 * A body that has been read already, as a stream that http-proxy can pipe from.
 *
 * Its request is written after everything else that this turn of the event loop brought has been read,
 * right behind the requests of others: each write to a service that has run out of work wakes it up,
 * which costs more than all that is done here for a request, and several at once wake it once.
 */
class BufferedBody extends Stream {
  constructor(private readonly body: Buffer | undefined) {
    super();
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const request = destination as unknown as ClientRequest;
    setImmediate(() => {
      // Its client may have left meanwhile, or the service closed the connection.
      if (!request.destroyed && request.socket?.writable !== false) request.end(this.body);
    });
    return destination;
  }
}
const NO_BODY = new BufferedBody(undefined);

/** The proxy that keeps the connections with one address of a service. */
interface Link {
  readonly proxy: httpProxy<PublicRequest, ServerResponse>;
  readonly agent: Agent;
  readonly idleCheck: NodeJS.Timeout;
}

/**
 * Ends those connections of an agent that stay idle. The agent's own time-out would set a timer for
 * each request, which costs more than to look at all connections twice in that time.
 */
function endWhatStaysIdle(agent: Agent): NodeJS.Timeout {
  let written = new Map<Socket, number>();
  const check = (): void => {
    const idle = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    for (const each of idle) if (each.bytesWritten === written.get(each)) each.destroy();
    written = new Map(idle.map((each) => [each, each.bytesWritten]));
  };
  return setInterval(check, IDLE_CONNECTION_MS / 2).unref();
}

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
  return { proxy, agent, idleCheck: endWhatStaysIdle(agent) };
}

/** Whether a service that has done a request answers it as it did then. */
const isDoneOnce = (headers: Sending['headers']): boolean =>
  headers[INTERNAL_IDEMPOTENCY_KEY_HEADER] !== undefined || headers[BULK_HEADER] !== undefined;

/** A call that has no whole answer yet. */
interface OpenCall<Result> extends ServiceCall, Receiving<Result> {
  hasEnded: boolean;
}

/**
 * Sends requests to a service through http-proxy, with keep-alive connections to each of its addresses.
 *
 * A request that has not reached the service is tried at its other addresses; a GET, or one that its service
 * does once, whose connection ended before the answer, once more, because it may be what ends the service.
 */
export function serviceCalls<Result>({
  name,
  url,
  timeoutMs,
  receive,
}: ServiceCallsSettings<Result>): ServiceCalls<Result> {
  const addresses = createServiceAddresses({
    urls: url,
    open,
    close: ({ agent, idleCheck }) => {
      clearInterval(idleCheck);
      agent.destroy();
    },
  });

  const inTime = createDeadlines(timeoutMs);

  const send = (sending: Sending): Promise<Result | undefined> =>
    new Promise((resolve, reject) => {
      const { exchange, headers, body, outlivesClient } = sending;
      const { request, response } = exchange;
      if (exchange.hasLeft && !outlivesClient) {
        resolve(undefined);
        return;
      }
      let taken: TakenAddress<Link> | undefined;
      const tried = new Set<TakenAddress<Link>>();
      let answered: IncomingMessage | undefined;
      const sendTo = (next: TakenAddress<Link>): void => {
        taken = next;
        tried.add(next);
        const { proxy } = next.link;
        if (body) proxy.web(request, response, { buffer: new BufferedBody(body) });
        else proxy.web(request, response);
      };
      const end = (outcome: RequestOutcome): void => {
        call.hasEnded = true;
        request.call = undefined;
        inTime.end(call.deadline);
        if (taken) addresses.release(taken, outcome);
      };
      const fail = (error: Error): void => {
        if (call.hasEnded) return;
        end('failed');
        call.proxyRequest?.destroy();
        reject(error);
      };
      /** A client that leaves says nothing about the service. */
      const leave = (): void => {
        if (call.hasEnded) return;
        end('unknown');
        call.proxyRequest?.destroy();
        resolve(undefined);
      };
      /** Tries another address if one is left, within the same deadline; answers whether it did. */
      const isSentElsewhere = (error: Error): boolean => {
        const wasWritten = call.proxyRequest?.writableEnded ?? false;
        const mayRepeat =
          !wasWritten ||
          isConnectError(error) ||
          (tried.size === 1 &&
            isConnectionReset(error) &&
            (request.method === 'GET' || isDoneOnce(headers)));
        if (call.hasEnded || !taken || answered || !mayRepeat) return false;
        const other = addresses.takeOther(tried);
        if (!other) return false;
        addresses.release(taken, 'failed');
        sendTo(other);
        return true;
      };
      const call: OpenCall<Result> = {
        deadline: inTime.begin(() =>
          fail(new Error(`${name} did not answer within ${timeoutMs} ms.`)),
        ),
        hasEnded: false,
        fail,
        breakOff(error) {
          if (request.socket.destroyed && !outlivesClient) leave();
          else if (!isSentElsewhere(error)) fail(error);
        },
        done(result) {
          if (call.hasEnded) return;
          end(answered ? toRequestOutcome(answered.headers) : 'unknown');
          resolve(result);
        },
        answer(proxyResponse) {
          answered = proxyResponse;
          try {
            receive(proxyResponse, call, sending);
          } catch (error) {
            // Thrown into the events of http-proxy, it would end the process.
            fail(error as Error);
          }
        },
      };
      request.call = call;
      request.headers = headers;
      if (!outlivesClient) exchange.whenLeft = leave;
      sendTo(addresses.take());
    });

  return {
    send,
    hasAnotherWorkingAddress: addresses.hasAnotherWorkingAddress,
    close: addresses.close,
  };
}
