import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { createServer } from 'node:https';
import { Worker } from 'node:worker_threads';
import type { Certificate } from '@svc/testing';

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

export interface Receiver {
  readonly port: number;
  readonly received: Received[];
  /** Undefined leaves requests without a response. */
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

/** Talks TLS, but writes any bytes after the request's head. */
export interface RawReceiver {
  readonly port: number;
  readonly connections: () => number;
  close(): Promise<void>;
}

export const rawReceiver = (
  certificate: Certificate,
  misbehave: (socket: TLSSocket) => void,
): Promise<RawReceiver> =>
  tlsReceiver(certificate, (socket) => socket.once('data', () => misbehave(socket)));

export async function tlsReceiver(
  options: TlsOptions,
  accept: (socket: TLSSocket) => void,
): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTlsServer(options, (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    accept(socket);
  });
  server.on('connection', (socket) => track(socket, sockets));
  server.on('tlsClientError', () => undefined);
  return {
    port: await listen(server),
    connections: () => connections,
    close: () => closeAll(server, sockets),
  };
}

/** Runs in its own thread, to finish a request while this thread sees nothing of it. */
export interface ThreadReceiver {
  readonly port: number;
  readonly connections: () => number;
  readonly requests: () => number;
  /** Blocks this thread until the server has responded. */
  answerUnseen(): void;
  close(): Promise<void>;
}

/** Counters in shared memory of both threads. */
const [CONNECTIONS, REQUESTS, MAY_ANSWER, ANSWERED] = [0, 1, 2, 3];

const THREAD_RECEIVER = `
  const { createServer } = require('node:tls');
  const { parentPort, workerData } = require('node:worker_threads');
  const { certificate, counts, answers, closes } = workerData;
  const server = createServer(certificate, (socket) => {
    Atomics.add(counts, ${CONNECTIONS}, 1);
    socket.on('error', () => undefined);
    // Otherwise the second of two responses would wait for an acknowledgement.
    socket.setNoDelay(true);
    socket.on('data', () => {
      const number = Atomics.add(counts, ${REQUESTS}, 1) + 1;
      Atomics.wait(counts, ${MAY_ANSWER}, number - 1, 5000);
      const answered = () => Atomics.add(counts, ${ANSWERED}, 1);
      if (closes) socket.on('finish', answered);
      const [first, second] = answers;
      socket.write(first, () => {
        if (closes) return socket.end();
        return socket.write(second, answered);
      });
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

export async function threadReceiver(
  certificate: Certificate,
  answers: readonly string[],
): Promise<ThreadReceiver> {
  const counts = new Int32Array(new SharedArrayBuffer(16));
  const workerData = { certificate, counts, answers, closes: answers.length === 1 };
  const worker = new Worker(THREAD_RECEIVER, { eval: true, workerData });
  const [port] = (await once(worker, 'message')) as [number];
  const count = (of: number | undefined): number => Atomics.load(counts, Number(of));
  return {
    port,
    connections: () => count(CONNECTIONS),
    requests: () => count(REQUESTS),
    answerUnseen() {
      const requests = count(REQUESTS);
      Atomics.store(counts, Number(MAY_ANSWER), requests);
      Atomics.notify(counts, Number(MAY_ANSWER));
      const deadline = performance.now() + 5_000;
      while (count(ANSWERED) < requests && performance.now() < deadline);
    },
    close: async () => void (await worker.terminate()),
  };
}

/** A proxy that holds back everything until told to pass it on. */
export async function holdingNetwork(receiverPort: number): Promise<HoldingNetwork> {
  const sockets = new Set<Socket>();
  const held: Socket[] = [];
  const carried: Socket[] = [];
  const server = createTcpServer((socket) => {
    track(socket, sockets);
    held.push(socket);
  });
  return {
    port: await listen(server),
    held: () => held.length,
    letGo() {
      for (const socket of held.splice(0)) {
        const receiver = connect(receiverPort, '127.0.0.1');
        track(receiver, sockets);
        socket.pipe(receiver).pipe(socket);
        carried.push(socket);
      }
    },
    carried,
    close: () => closeAll(server, sockets),
  };
}

export interface HoldingNetwork {
  readonly port: number;
  held(): number;
  letGo(): void;
  readonly carried: readonly Socket[];
  close(): Promise<void>;
}

export interface GatheringNetwork {
  readonly port: number;
  kept(): Buffer;
  /** Passes on what was held back. */
  letGo(): void;
  close(): Promise<void>;
}

/**
 * A proxy that collects what the receiver sends after the client's second flight: in TLS 1.2 the
 * end of the handshake, in TLS 1.3 session tickets.
 */
export async function gatheringNetwork(receiverPort: number): Promise<GatheringNetwork> {
  const sockets = new Set<Socket>();
  const kept: Buffer[] = [];
  let client: Socket | undefined;
  let isLetGo = false;
  let hasEnded = false;
  const server = createTcpServer((socket) => {
    const receiver = connect({ port: receiverPort, host: '127.0.0.1', allowHalfOpen: true });
    for (const each of [socket, receiver]) track(each, sockets);
    let flights = 0;
    client = socket;
    socket.on('data', (bytes: Buffer) => {
      flights += 1;
      receiver.write(bytes);
    });
    receiver.on('data', (bytes: Buffer) => {
      if (flights < 2 || isLetGo) socket.write(bytes);
      else kept.push(bytes);
    });
    socket.on('close', () => receiver.destroy());
    receiver.on('end', () => {
      hasEnded = true;
      if (kept.length === 0) socket.end();
    });
  });
  return {
    port: await listen(server),
    kept: () => Buffer.concat(kept),
    letGo() {
      isLetGo = true;
      client?.write(Buffer.concat(kept.splice(0)));
      if (hasEnded) client?.end();
    },
    close: () => closeAll(server, sockets),
  };
}

/** Accepts connections, and begins a TLS handshake that never ends. */
export async function silentServer(
  begins = '',
): Promise<RawReceiver & { readonly open: () => number }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    track(socket, sockets);
    socket.write(begins);
    socket.resume();
  });
  return {
    port: await listen(server),
    connections: () => connections,
    open: () => sockets.size,
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
