import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HEADER_LIMIT_BYTES, URL_LIMIT_BYTES } from '@svc/contracts';
import { BoundedRequest } from '@svc/http';
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

/** The HTTP server of a service, which only the gateway and other services call. */
export const serviceServer = (handler: RequestHandler): Server =>
  createServer(
    {
      IncomingMessage: BoundedRequest,
      keepAlive: true,
      noDelay: true,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    handler,
  )
    // Otherwise Node.js answers by itself (417) what expects anything but to go on, and no log knows of it.
    .on('checkExpectation', handler);

export interface Address {
  readonly host: string;
  readonly port: number;
  /** The variable that chose the port, for the error. */
  readonly variable: string;
}

/** Binds the server and answers its port; throws FatalError where the port is taken or not allowed. */
export async function bind(server: Server, { host, port, variable }: Address): Promise<number> {
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
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
}
