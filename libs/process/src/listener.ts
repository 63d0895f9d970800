import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_FIELDS_BYTES, MAX_URL_BYTES } from '@svc/contracts';
import { BoundedRequest, limitPiecesAfterResponse } from '@svc/http';
import { yieldToEventLoop } from '@svc/kernel';
import type { Logger } from '@svc/logging';
import { FatalError } from './fatal-error';

/** Longer than callers keep idle connections, so that they close first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
const IDLE_CHECK_MS = 50;
/** How long a new connection may take to send a request. */
const NEW_CONNECTION_MS = 1_000;
/** Room for the gateway's maximum, and as much again for its own headers. */
const MAX_HEADER_BYTES = 2 * (MAX_URL_BYTES + MAX_HEADER_FIELDS_BYTES);

/** Must handle its own asynchronous errors. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Creates a service's HTTP server. Requests that Node.js would respond to itself go to the handler, so that
 * they are logged.
 */
export function createServiceServer(handler: RequestHandler, log: Logger): Server {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const receive: RequestHandler = (request, response) => {
    latest.set(request.socket, response);
    limitPiecesAfterResponse(request, response);
    return handler(request, response);
  };
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, reason: string): void => {
    // Ignore further parse errors on the same socket.
    if (refused.has(socket)) return;
    refused.add(socket);
    const status = STATUS_OF[reason] ?? 400;
    const client_address = (socket as Socket).remoteAddress;
    log.info({ client_address, status, reason }, 'malformed HTTP request');
    respondLast(socket, status, latest.get(socket));
  };
  return (
    createServer(
      {
        IncomingMessage: BoundedRequest,
        keepAlive: true,
        noDelay: true,
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        requireHostHeader: false,
      },
      receive,
    )
      .on('checkExpectation', receive)
      // Node.js removes its own listener after a CONNECT.
      .on('connection', (socket) => socket.on('error', () => undefined))
      .on('connect', (_request, socket) => refuse(socket, 'CONNECT'))
      .on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
        if (CLIENT_HAS_LEFT.has(code)) socket.destroy();
        else refuse(socket, code);
      })
  );
}

/** Ends a request in progress too, which notices it itself. */
const CLIENT_HAS_LEFT = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

const STATUS_OF: Readonly<Record<string, number>> = {
  CONNECT: 405,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds after the responses to earlier requests, and closes the connection. */
function respondLast(socket: Duplex, status: number, before: ServerResponse | undefined): void {
  const respond = (): void => {
    if (!socket.writable) return;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () =>
      socket.destroy(),
    );
  };
  if (!before || before.writableFinished) respond();
  else if (before.req.complete) before.once('close', respond);
  // The error is in that request's body, and its response has begun or waits for earlier ones.
  else if (before.headersSent || !before.socket) socket.destroy();
  else respond();
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly variable: string;
}

/** Without these listeners Node.js emits `request`. */
const requestEvents = (server: Server): readonly string[] =>
  ['request', 'checkContinue', 'checkExpectation'].filter(
    (event) => server.listenerCount(event) > 0,
  );

interface Connection {
  readonly openedAtMs: number;
  unanswered: number;
  readBytes: number;
}

/**
 * Keeps a closing server from cutting off unfinished responses and requests in transit: Node.js calls a
 * connection idle once a response is written, even if the client has not received it.
 */
function protectUnfinishedRequests(server: Server): void {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      openedAtMs: performance.now(),
      unanswered: 0,
      readBytes: Number.NaN,
    });
    socket.once('close', () => connections.delete(socket));
  });
  for (const event of requestEvents(server)) {
    server.prependListener(event, ({ socket }: IncomingMessage, response: ServerResponse) => {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.unanswered += 1;
      response.once('close', () => (connection.unanswered -= 1));
    });
  }
  server.closeIdleConnections = () => {
    const nowMs = performance.now();
    for (const [socket, connection] of connections) {
      const isNew = socket.bytesRead === 0 && nowMs - connection.openedAtMs < NEW_CONNECTION_MS;
      const isIdle = connection.unanswered === 0 && socket.bytesRead === connection.readBytes;
      // A request's headers may be in transit.
      if (isIdle && !isNew) socket.destroy();
      else connection.readBytes = socket.bytesRead;
    }
  };
}

/** @throws FatalError where the port is taken or not allowed */
export async function bind(
  server: Server,
  { host, port, variable }: ListenAddress,
): Promise<number> {
  protectUnfinishedRequests(server);
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void =>
      reject(
        error.code === 'EADDRINUSE'
          ? new FatalError(`${variable} ${port} is already in use on ${host}.`)
          : new FatalError(`Cannot listen on ${host}, ${variable} ${port}: ${error.message}.`),
      );
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** Accepts no more connections; resolves when all requests have their responses. */
export async function unbind(server: Server): Promise<void> {
  if (!server.listening) return;
  // Lets pending connections be accepted first, since the system resets the others.
  await yieldToEventLoop();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
}

/** From now on each response closes its connection, so that clients go elsewhere. */
export function closeAfterResponses(server: Server): void {
  for (const event of requestEvents(server)) {
    server.prependListener(event, (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }
}
