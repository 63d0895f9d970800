import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limitRemainingPieces } from '@svc/http';
import { toClientKey, createFairShare } from '@svc/kernel';
import type { AddressRanges } from '../keys/address-ranges';
import type { Exchange } from './exchange';

const MAX_WAITING_PER_CONNECTION = 64;
/** For all clients. One client may have half of it, more requests than one read (64 KiB) brings. */
const MAX_WAITING = 2_000;
/** For all clients: half of the usual 20,000 files of a process. */
const MAX_CONNECTIONS = 10_000;
const MAX_CONNECTIONS_PER_CLIENT = 2_000;
const CHECKS_PER_TIMEOUT = 10;

/**
 * Runs the requests of each connection one after the other, and closes connections whose client
 * reads nothing of a response for a while.
 *
 * Pipelined requests wait here. A connection with too many of them is paused; if its client has too
 * many on all connections, it is closed.
 */
export interface Connections {
  /** Returns false if the client has no room for another connection. */
  accept(socket: Socket): boolean;
  /** Begins the request after those before it on its connection, unless the client has left. */
  enqueue(exchange: Exchange): void;
  /** The last request of a connection, until its response is sent and its body has been read. */
  findLatest(socket: Socket): Exchange | undefined;
  countUnanswered(socket: Socket): number;
}

interface Connection {
  current?: Exchange | undefined;
  readonly waiting: Exchange[];
  isEnding: boolean;
  latest?: Exchange | undefined;
  /** Bytes that the operating system had accepted at the last check. */
  sentBytes: number;
  /** Checks in a row without progress while a response waited. */
  consecutiveStalledChecks: number;
}

interface ParsedSocket extends Socket {
  readonly parser?: {
    onIncoming(request: IncomingMessage, shouldKeepAlive: boolean): number;
  } | null;
}

const STOP_PARSING = -1;

/**
 * Node.js would go on parsing what one read of a destroyed connection brought: 13 MB of tiny requests
 * on 200 connections took 2 GB.
 */
function stopParsingOnceClosed(socket: ParsedSocket): void {
  const { parser } = socket;
  if (!parser) return;
  const onIncoming = parser.onIncoming.bind(parser);
  parser.onIncoming = (request, shouldKeepAlive) =>
    socket.destroyed ? STOP_PARSING : onIncoming(request, shouldKeepAlive);
}

const endsConnection = ({ request, response }: Exchange): boolean =>
  !response.shouldKeepAlive || request.isTooLarge();

const isFull = ({ waiting }: Connection): boolean => waiting.length >= MAX_WAITING_PER_CONNECTION;

export interface ConnectionsSettings {
  readonly stallTimeoutMs: number;
  readonly trustedProxies: AddressRanges;
  readonly maxConnections?: number | undefined;
}

export function createConnections(
  begin: (exchange: Exchange) => void,
  { stallTimeoutMs, trustedProxies, maxConnections = MAX_CONNECTIONS }: ConnectionsSettings,
): Connections {
  // A Map, because WeakMap entries cost the garbage collector as much as the admission itself.
  const open = new Map<Socket, Connection>();
  const connectionsByClient = createFairShare<string>(maxConnections, MAX_CONNECTIONS_PER_CLIENT);
  const waitingByClient = createFairShare<string>(MAX_WAITING);

  setInterval(() => {
    for (const [socket, connection] of open) {
      const takenBytes = socket.bytesWritten - socket.writableLength;
      const isStalled = socket.writableLength > 0 && takenBytes === connection.sentBytes;
      connection.sentBytes = takenBytes;
      connection.consecutiveStalledChecks = isStalled ? connection.consecutiveStalledChecks + 1 : 0;
      if (connection.consecutiveStalledChecks >= CHECKS_PER_TIMEOUT) socket.destroy();
    }
  }, stallTimeoutMs / CHECKS_PER_TIMEOUT).unref();

  function start(connection: Connection, exchange: Exchange): void {
    connection.current = exchange;
    exchange.response.once('close', () => {
      connection.current = undefined;
      connection.isEnding = endsConnection(exchange);
      limitRemainingPieces(exchange.request);
      // An idle connection would keep the body of its last request, up to 1 MiB.
      if (connection.latest === exchange && exchange.request.complete)
        connection.latest = undefined;
      if (connection.waiting.length > 0) setImmediate(startNext, connection);
    });
    begin(exchange);
  }

  function startNext(connection: Connection): void {
    const [next] = connection.waiting;
    if (!next || connection.isEnding) return;
    const wasFull = isFull(connection);
    connection.waiting.shift();
    waitingByClient.release(next.client, 1);
    if (wasFull) next.request.socket.resume();
    start(connection, next);
  }

  function handleClose(socket: Socket, { current, waiting }: Connection): void {
    open.delete(socket);
    for (const exchange of waiting.splice(0)) {
      exchange.hasLeft = true;
      waitingByClient.release(exchange.client, 1);
    }
    if (!current) return;
    current.hasLeft = true;
    current.onLeft?.();
  }

  return {
    accept(socket) {
      const { remoteAddress: peer = '' } = socket;
      if (!trustedProxies.includes(peer)) {
        const client = toClientKey(peer);
        if (!connectionsByClient.acquire(client, 1)) return false;
        socket.once('close', () => connectionsByClient.release(client, 1));
      }
      stopParsingOnceClosed(socket);
      const connection: Connection = {
        waiting: [],
        isEnding: false,
        sentBytes: 0,
        consecutiveStalledChecks: 0,
      };
      open.set(socket, connection);
      // Node.js resumes reading after each response, even if it was paused here.
      socket.on('resume', () => {
        if (isFull(connection)) socket.pause();
      });
      socket.once('close', () => handleClose(socket, connection));
      return true;
    },
    enqueue(exchange) {
      const { socket } = exchange.request;
      const connection = open.get(socket);
      if (!connection || socket.destroyed) return;
      connection.latest = exchange;
      if (!connection.current && connection.waiting.length === 0 && !connection.isEnding) {
        start(connection, exchange);
        return;
      }
      if (!waitingByClient.acquire(exchange.client, 1)) {
        socket.destroy();
        return;
      }
      connection.waiting.push(exchange);
      if (isFull(connection)) socket.pause();
    },
    findLatest: (socket) => open.get(socket)?.latest,
    countUnanswered(socket) {
      const connection = open.get(socket);
      return connection ? connection.waiting.length + Number(connection.current !== undefined) : 0;
    },
  };
}
