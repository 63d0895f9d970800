import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { HEADER_LIMIT_BYTES, URL_LIMIT_BYTES } from '@svc/contracts';
import { BoundedRequest, endTooManyPieces } from '@svc/http';
import type { Logger } from '@svc/logging';
import { FatalError } from './fatal-error';

/** Longer than those who call a service keep an idle connection, so that they close it first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
const IDLE_CHECK_MS = 50;
/** Within which a client sends its first request. */
const NEW_CONNECTION_MS = 1_000;
/** Room for whatever the gateway lets through, and as much again for what it adds of its own. */
const MAX_HEADER_BYTES = 2 * (URL_LIMIT_BYTES + HEADER_LIMIT_BYTES);

/** Answers requests; an asynchronous handler has to handle its own errors, as Koa's does. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * The HTTP server of a service, which only the gateway and other services call. What Node.js would answer by
 * itself, so that no log knew of it, goes to the handler; what it cannot parse leaves a line.
 */
export function serviceServer(handler: RequestHandler, log: Logger): Server {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const receive: RequestHandler = (request, response) => {
    latest.set(request.socket, response);
    endTooManyPieces(request, response);
    return handler(request, response);
  };
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, reason: string): void => {
    // What follows the first error is one, too.
    if (refused.has(socket)) return;
    refused.add(socket);
    const status = STATUS_OF[reason] ?? 400;
    const client_address = (socket as Socket).remoteAddress;
    log.info({ client_address, status, reason }, 'no HTTP request');
    answerLast(socket, status, latest.get(socket));
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
      // Node.js takes its own listener away after a CONNECT.
      .on('connection', (socket) => socket.on('error', () => undefined))
      .on('connect', (_request, socket) => refuse(socket, 'CONNECT'))
      .on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
        if (CLIENT_HAS_LEFT.has(code)) socket.destroy();
        else refuse(socket, code);
      })
  );
}

/** Also in the middle of a request, which knows of it. */
const CLIENT_HAS_LEFT = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

const STATUS_OF: Readonly<Record<string, number>> = {
  CONNECT: 405,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what no handler can, behind the answers to requests before it, and ends the connection. */
function answerLast(socket: Duplex, status: number, before: ServerResponse | undefined): void {
  const answer = (): void => {
    if (!socket.writable) return;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () =>
      socket.destroy(),
    );
  };
  if (!before || before.writableFinished) answer();
  else if (before.req.complete) before.once('close', answer);
  // It is the body of that request, whose answer has begun or would come before those of earlier ones.
  else if (before.headersSent || !before.socket) socket.destroy();
  else answer();
}

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The variable that chose the port, for the error. */
  readonly variable: string;
}

/** Without listeners for the others, Node.js emits `request`. */
const eventsOfRequests = (server: Server): readonly string[] =>
  ['request', 'checkContinue', 'checkExpectation'].filter(
    (event) => server.listenerCount(event) > 0,
  );

interface Connection {
  readonly openedAtMs: number;
  /** How many of its requests have no answer that its client has taken. */
  unanswered: number;
  /** When it was last looked at. */
  readBytes: number;
}

/**
 * Keeps a closing server from cutting off answers that are not written out, and requests that are on their
 * way. Node.js takes a connection for idle as soon as its answer has ended, however much of it its client has
 * still to take.
 */
function spareWhatIsUnderWay(server: Server): void {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, {
      openedAtMs: performance.now(),
      unanswered: 0,
      readBytes: Number.NaN,
    });
    socket.once('close', () => connections.delete(socket));
  });
  for (const event of eventsOfRequests(server)) {
    server.prependListener(event, ({ socket }: IncomingMessage, response: ServerResponse) => {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.unanswered += 1;
      response.once('close', () => (connection.unanswered -= 1));
    });
  }
  // Called when the server begins to close, and again and again from then on.
  server.closeIdleConnections = () => {
    const nowMs = performance.now();
    for (const [socket, connection] of connections) {
      const isNew = socket.bytesRead === 0 && nowMs - connection.openedAtMs < NEW_CONNECTION_MS;
      const isIdle = connection.unanswered === 0 && socket.bytesRead === connection.readBytes;
      // The headers of a request may be on their way.
      if (isIdle && !isNew) socket.destroy();
      else connection.readBytes = socket.bytesRead;
    }
  };
}

/** Binds the server and answers its port; throws FatalError where the port is taken or not allowed. */
export async function bind(server: Server, { host, port, variable }: Address): Promise<number> {
  spareWhatIsUnderWay(server);
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

/** Takes no more connections and resolves when the requests under way have their answers. */
export async function unbind(server: Server): Promise<void> {
  if (!server.listening) return;
  // Behind the accepting in this turn of the event loop: the system resets what a closing server has not accepted.
  await endOfTurn();
  // A connection that was busy when the server closed would otherwise stay open while idle.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
}

/** From now on each answer closes its connection, so that the client's next request goes elsewhere. */
export function closeAfterAnswers(server: Server): void {
  for (const event of eventsOfRequests(server)) {
    server.prependListener(event, (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }
}
