import type { IncomingHttpHeaders } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { createServer } from 'node:https';
import type { Certificate } from '@svc/testing';

/** A request as a receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Somebody's HTTPS server, which answers as the test says. */
export interface Receiver {
  readonly port: number;
  readonly received: Received[];
  /** The answer to the next requests, now or later; undefined leaves them without one. */
  answer: (received: Received) => Reply | undefined | Promise<Reply>;
  close(): Promise<void>;
}

export async function receiver(certificate: Certificate): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const standIn = {
    port: 0,
    received: [] as Received[],
    answer: (_: Received): ReturnType<Receiver['answer']> => ({ status: 200, body: 'ok' }),
    close: () => closeAll(server, sockets),
  };
  const server = createServer({ ...certificate }, async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const { url: path = '', headers } = incoming;
    const received = { path, headers, body };
    standIn.received.push(received);
    const reply = await standIn.answer(received);
    if (reply) outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.on('secureConnection', (socket) => track(socket, sockets));
  standIn.port = await listen(server);
  return standIn;
}

/** A server that talks TLS but, after the request's head, whatever bytes the test writes. */
export interface RawReceiver {
  readonly port: number;
  readonly connections: () => number;
  close(): Promise<void>;
}

export async function rawReceiver(
  certificate: Certificate,
  misbehave: (socket: TLSSocket) => void,
): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTlsServer({ ...certificate }, (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => misbehave(socket));
  });
  server.on('connection', (socket) => track(socket, sockets));
  server.on('tlsClientError', () => undefined);
  return {
    port: await listen(server),
    connections: () => connections,
    close: () => closeAll(server, sockets),
  };
}

/** Accepts connections and says nothing, not even in TLS. */
export async function silentServer(): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    track(socket, sockets);
    socket.resume();
  });
  return {
    port: await listen(server),
    connections: () => connections,
    close: () => closeAll(server, sockets),
  };
}

function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.once('close', () => sockets.delete(socket));
}

interface Listening {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(done: () => void): unknown;
}

async function listen(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function closeAll(server: Listening, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}
