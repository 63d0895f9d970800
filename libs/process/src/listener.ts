import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HEADER_LIMIT_BYTES, URL_LIMIT_BYTES } from '@svc/contracts';
import { BoundedRequest } from '@svc/http';
import type { Logger } from '@svc/logging';
import { FatalError } from './fatal-error';

/** Longer than those who call a service keep an idle connection, so that they close it first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;
const IDLE_CHECK_MS = 50;
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

/** As Node.js keeps it: the response whose turn it is on a connection, until all of it is written out. */
interface AnsweringSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Keeps a closing server from cutting off unfinished answers. Node.js takes a connection for idle as soon as
 * its answer has ended, however much of it its client has still to take, and whatever is answered behind it.
 */
function spareUnwrittenAnswers(server: Server): void {
  const readBytes = new Map<AnsweringSocket, number>();
  server.on('connection', (socket: AnsweringSocket) => {
    readBytes.set(socket, Number.NaN);
    socket.once('close', () => readBytes.delete(socket));
  });
  // Called when the server begins to close, and again and again from then on.
  server.closeIdleConnections = () => {
    for (const [socket, before] of readBytes) {
      // The headers of a request may be on their way.
      if (!socket._httpMessage && socket.bytesRead === before) socket.destroy();
      else readBytes.set(socket, socket.bytesRead);
    }
  };
}

/** Binds the server and answers its port; throws FatalError where the port is taken or not allowed. */
export async function bind(server: Server, { host, port, variable }: Address): Promise<number> {
  spareUnwrittenAnswers(server);
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
  // A connection that was busy when the server closed would otherwise stay open while idle.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
}

/** From now on each answer closes its connection, so that the client's next request goes elsewhere. */
export function closeAfterAnswers(server: Server): void {
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    // Without listeners for the others, Node.js emits `request`.
    if (server.listenerCount(event) === 0) continue;
    server.prependListener(event, (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }
}
