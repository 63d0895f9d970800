import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { endIfTooManyPieces } from '@svc/http';
import { toClientKey, createFairShare } from '@svc/kernel';
import type { AddressRanges } from '../keys/address-ranges';
import type { Exchange } from './exchange';

/** A connection with so many waiting requests is not read any further for now. */
const MAX_WAITING_PER_CONNECTION = 64;
/** Of all clients; one alone may have half, which is more than one read of 64 KiB brings where each has a key. */
const MAX_WAITING = 2_000;
/** Of all clients: half of the files that a process may have open where the system gives it 20,000. */
const MAX_CONNECTIONS = 10_000;
/** More than the people in one building and the programs of one office have. */
const MAX_CONNECTIONS_PER_CLIENT = 2_000;
/** How often a connection is checked within the time in which its client has to take something. */
const CHECKS = 10;

/**
 * The exchanges of each connection of the public listener, one after the other. A connection whose client
 * takes nothing of a response for a while is closed.
 *
 * A client may send further requests before it has read a response, and Node.js hands over at once as many
 * as one read brought. They wait here, and a connection with many waiting is not read on, so that the rest
 * waits in the client's own buffers. One that brings more than its client may have waiting is closed.
 */
export interface Connections {
  /** False where the client has too many, or others leave it no more: nothing that arrives on this one is begun. */
  opened(socket: Socket): boolean;
  /** Begins an exchange once those before it on its connection have ended; never if the client has left by then. */
  take(exchange: Exchange): void;
  /** The last exchange that arrived on a connection, until it is answered and its whole body has been read. */
  latestOf(socket: Socket): Exchange | undefined;
  /** How many of a connection's exchanges have no answer yet. */
  unansweredOf(socket: Socket): number;
}

interface Connection {
  /** The exchange that is under way. */
  current?: Exchange | undefined;
  readonly waiting: Exchange[];
  /** Whether an answer that said that it is the last has been sent. */
  isEnding: boolean;
  latest?: Exchange | undefined;
  /** How many bytes the client had taken when the connection was last checked. */
  takenBytes: number;
  /** How often in a row it was checked and its client had taken nothing, while an answer waited. */
  consecutiveStalledChecks: number;
}

/** As Node.js keeps it: the parser asks `onIncoming` for each request what to do with its body. */
interface ParsedSocket extends Socket {
  readonly parser?: {
    onIncoming(request: IncomingMessage, shouldKeepAlive: boolean): number;
  } | null;
}

const BROKEN = -1;

/**
 * Ends the parsing of a connection that was closed. Node.js would make a request and a response of all
 * that one read has brought, and keep them until it has read the other connections that are due: 13 MB
 * of the smallest requests on 200 connections took 2 GB. This is the one place that reaches into what
 * Node.js keeps for itself; without `onIncoming`, connections work as before.
 */
function parseNothingMoreOnceClosed(socket: ParsedSocket): void {
  const { parser } = socket;
  if (!parser) return;
  const onIncoming = parser.onIncoming.bind(parser);
  parser.onIncoming = (request, shouldKeepAlive) =>
    socket.destroyed ? BROKEN : onIncoming(request, shouldKeepAlive);
}

/** By what its answer says, or because more of its body has come than anybody reads. */
const endsConnection = ({ request, response }: Exchange): boolean =>
  !response.shouldKeepAlive || request.isTooLarge();

const isFull = ({ waiting }: Connection): boolean => waiting.length >= MAX_WAITING_PER_CONNECTION;

export interface ConnectionsSettings {
  /** The time within which a client has to take at least one piece of an answer, as `send` writes it. */
  readonly takeWithinMs: number;
  /** They may have any number of connections, which are those of many clients. */
  readonly trustedProxies: AddressRanges;
  /** How many all other clients together may have. */
  readonly most?: number | undefined;
}

export function connections(
  begin: (exchange: Exchange) => void,
  { takeWithinMs, trustedProxies, most = MAX_CONNECTIONS }: ConnectionsSettings,
): Connections {
  // No WeakMap: under load its entries cost the garbage collector as much as the admission itself.
  const open = new Map<Socket, Connection>();
  const ofClients = createFairShare<string>(most, MAX_CONNECTIONS_PER_CLIENT);
  const waitingOfClients = createFairShare<string>(MAX_WAITING);

  setInterval(() => {
    for (const [socket, connection] of open) {
      const takenBytes = socket.bytesWritten - socket.writableLength;
      const isStalled = socket.writableLength > 0 && takenBytes === connection.takenBytes;
      connection.takenBytes = takenBytes;
      connection.consecutiveStalledChecks = isStalled ? connection.consecutiveStalledChecks + 1 : 0;
      if (connection.consecutiveStalledChecks >= CHECKS) socket.destroy();
    }
  }, takeWithinMs / CHECKS).unref();

  function start(connection: Connection, exchange: Exchange): void {
    connection.current = exchange;
    exchange.response.once('close', () => {
      connection.current = undefined;
      connection.isEnding = endsConnection(exchange);
      endIfTooManyPieces(exchange.request);
      // Otherwise an idle connection would keep the body of its last request, up to 1 MiB, in memory.
      if (connection.latest === exchange && exchange.request.complete)
        connection.latest = undefined;
      // Other connections have their turn before the next.
      if (connection.waiting.length > 0) setImmediate(startNext, connection);
    });
    begin(exchange);
  }

  function startNext(connection: Connection): void {
    const [next] = connection.waiting;
    if (!next || connection.isEnding) return;
    const wasFull = isFull(connection);
    connection.waiting.shift();
    waitingOfClients.release(next.client, 1);
    if (wasFull) next.request.socket.resume();
    start(connection, next);
  }

  function closed(socket: Socket, { current, waiting }: Connection): void {
    open.delete(socket);
    for (const exchange of waiting.splice(0)) {
      exchange.hasLeft = true;
      waitingOfClients.release(exchange.client, 1);
    }
    if (!current) return;
    current.hasLeft = true;
    current.whenLeft?.();
  }

  return {
    opened(socket) {
      const { remoteAddress: peer = '' } = socket;
      if (!trustedProxies.includes(peer)) {
        const client = toClientKey(peer);
        if (!ofClients.acquire(client, 1)) return false;
        socket.once('close', () => ofClients.release(client, 1));
      }
      parseNothingMoreOnceClosed(socket);
      const connection: Connection = {
        waiting: [],
        isEnding: false,
        takenBytes: 0,
        consecutiveStalledChecks: 0,
      };
      open.set(socket, connection);
      // Node.js resumes reading with each answer, even where it was paused here.
      socket.on('resume', () => {
        if (isFull(connection)) socket.pause();
      });
      socket.once('close', () => closed(socket, connection));
      return true;
    },
    take(exchange) {
      const { socket } = exchange.request;
      const connection = open.get(socket);
      // The connection was closed while its last bytes were parsed, or is one too many.
      if (!connection || socket.destroyed) return;
      connection.latest = exchange;
      if (!connection.current && connection.waiting.length === 0 && !connection.isEnding) {
        start(connection, exchange);
        return;
      }
      if (!waitingOfClients.acquire(exchange.client, 1)) {
        socket.destroy();
        return;
      }
      connection.waiting.push(exchange);
      if (isFull(connection)) socket.pause();
    },
    latestOf: (socket) => open.get(socket)?.latest,
    unansweredOf(socket) {
      const connection = open.get(socket);
      return connection ? connection.waiting.length + Number(connection.current !== undefined) : 0;
    },
  };
}
