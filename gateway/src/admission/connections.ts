import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf, fairShares, roundRobin } from '@svc/kernel';
import type { AddressRanges } from '../keys/address-ranges';
import { bodyBytes, headerBytes, READ_IN_ANY_CASE_BYTES } from './check-framing';
import type { Exchange } from './exchange';

/**
 * How many requests of one connection are under way at once: begun, and their answers not yet
 * written out.
 */
const AT_ONCE = 16;
/**
 * How many requests begin in one turn of the event loop, on all connections. Ten connections with a read
 * of two thousand each would let nobody else have a turn for eleven seconds.
 */
const BEGUN_IN_A_TURN = 8;
/** A connection with so many waiting requests, or so many bytes of headers, is not read any further for now. */
const LARGEST_QUEUE = 64;
const LARGEST_QUEUE_BYTES = 64 * 1024;
/** Of all clients: half of the files that a process may have open where the system gives it 20,000. */
const MOST_CONNECTIONS = 10_000;
/** More than the people in one building and the programs of one office have. */
const MOST_OF_A_CLIENT = 2_000;
/**
 * The memory for requests that were sent before their connection's former ones were answered. A client
 * has room for a thousand, more than one read of 64 KiB brings where each has a key; of the shortest,
 * it may bring two thousand, which take tens of milliseconds to parse and to forget.
 */
const MOST_PIPELINED_BYTES = 32 * 1024 * 1024;
const MOST_PIPELINED_BYTES_OF_A_CLIENT = 4 * 1024 * 1024;
/** Of a request beside its headers and its body. */
const OVERHEAD_BYTES = 4 * 1024;
/** How often a connection is checked within the time in which its client has to take something. */
const LOOKS = 10;

/**
 * The exchanges under way on each connection of the public listener. A connection whose client takes
 * nothing of an answer for a while is closed.
 *
 * A client may send further requests before it has read an answer, and Node.js hands over at once as
 * many as one read brought. Here only sixteen of a connection are under way at a time, a few begin in each
 * turn of the event loop, clients in turn, and a connection with many waiting is not read on, so that the rest waits in the client's own buffers. A connection on which more
 * arrives than its client may have in memory, on all of its connections, is closed.
 */
export interface Connections {
  /** False where the client has too many, or others leave it no more: nothing that arrives on this one is begun. */
  opened(socket: Socket): boolean;
  /**
   * Begins an exchange in its turn, at once if few others have begun in this turn of the event loop, when fewer
   * than sixteen of its connection are under way; never if the client has left by then.
   */
  take(exchange: Exchange): void;
  /** The last exchange that arrived on a connection, until it is answered and its whole body has been read. */
  latestOf(socket: Socket): Exchange | undefined;
  /** How many of a connection's exchanges have no answer yet. */
  unansweredOf(socket: Socket): number;
}

interface Connection {
  readonly underWay: Set<Exchange>;
  readonly waiting: Exchange[];
  /** Of the headers of those that wait. */
  waitingBytes: number;
  /** Whether an answer that said that it is the last has been sent. */
  isEnding: boolean;
  latest?: Exchange | undefined;
  /** How many bytes the client had taken when the connection was last looked at. */
  takenBytes: number;
  /** How often it has been looked at since the client last took something, while an answer waited. */
  looksInVain: number;
}

/** As Node.js keeps it: the parser asks `onIncoming` for each request what to do with its body. */
interface ParsedSocket extends Socket {
  readonly parser?: {
    onIncoming(request: IncomingMessage, shouldKeepAlive: boolean): number;
  } | null;
}

const BROKEN = -1;

/**
 * Keeps Node.js from noting where it was when a connection closes: it ends each request that has no answer
 * with an error, and two thousand pipelined ones would take 50 ms for the stacks that nobody reads.
 */
function noStacksOnceClosed(socket: Socket): void {
  const usual = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => void (Error.stackTraceLimit = 0));
  socket.once('close', () => void (Error.stackTraceLimit = usual));
}

/**
 * Ends the parsing of a connection that was closed. Node.js would make a request and a response of all
 * that one read has brought, and keep them until it has read the other connections that are due: 13 MB
 * of the smallest requests on 200 connections took 2 GB.
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
  { takeWithinMs, trustedProxies, most = MOST_CONNECTIONS }: ConnectionsSettings,
): Connections {
  // No WeakMap: under load its entries cost the garbage collector as much as the admission itself.
  const open = new Map<Socket, Connection>();
  const ofClients = fairShares<string>(most, MOST_OF_A_CLIENT);
  const pipelined = fairShares<string>(MOST_PIPELINED_BYTES, MOST_PIPELINED_BYTES_OF_A_CLIENT);

  setInterval(() => {
    for (const [socket, connection] of open) {
      const takenBytes = socket.bytesWritten - socket.writableLength;
      const isStuck = socket.writableLength > 0 && takenBytes === connection.takenBytes;
      connection.takenBytes = takenBytes;
      connection.looksInVain = isStuck ? connection.looksInVain + 1 : 0;
      if (connection.looksInVain >= LOOKS) socket.destroy();
    }
  }, takeWithinMs / LOOKS).unref();

  const noteTaken = (exchange: Exchange): void => {
    exchange.whenTaken?.();
    exchange.whenTaken = undefined;
  };
  const isFull = ({ waiting, waitingBytes }: Connection): boolean =>
    waiting.length >= LARGEST_QUEUE || waitingBytes >= LARGEST_QUEUE_BYTES;
  const isIdle = ({ underWay, waiting }: Connection): boolean =>
    underWay.size === 0 && waiting.length === 0;
  const takeRoom = (connection: Connection, exchange: Exchange): boolean => {
    if (isIdle(connection)) return true;
    const { request } = exchange;
    const bodyInMemory = Math.min(bodyBytes(request), READ_IN_ANY_CASE_BYTES);
    const bytes = OVERHEAD_BYTES + headerBytes(request) + bodyInMemory;
    if (!pipelined.take(exchange.client, bytes)) return false;
    exchange.pipelinedBytes = bytes;
    return true;
  };
  const forget = (exchange: Exchange): void => {
    if (exchange.pipelinedBytes === undefined) return;
    pipelined.giveBack(exchange.client, exchange.pipelinedBytes);
    exchange.pipelinedBytes = undefined;
  };
  /** The exchange of a connection that may begin next: none behind an answer that will close it. */
  const nextOf = ({ underWay, waiting, isEnding }: Connection): Exchange | undefined => {
    if (isEnding || underWay.size >= AT_ONCE) return undefined;
    for (const exchange of underWay) if (endsConnection(exchange)) return undefined;
    return waiting[0];
  };
  const askForTurn = (connection: Connection): void => {
    const next = nextOf(connection);
    if (next) turns.ask(next.client, connection);
  };
  const start = (connection: Connection, exchange: Exchange): void => {
    const { underWay } = connection;
    underWay.add(exchange);
    exchange.response.on('close', () => {
      underWay.delete(exchange);
      forget(exchange);
      noteTaken(exchange);
      // Otherwise an idle connection would keep the body of its last request, up to 1 MiB, in memory.
      if (connection.latest === exchange && exchange.request.complete)
        connection.latest = undefined;
      if (endsConnection(exchange)) connection.isEnding = true;
      askForTurn(connection);
    });
    begin(exchange);
  };
  const startNext = (connection: Connection): void => {
    const next = nextOf(connection);
    if (!next || next.request.socket.destroyed) return;
    const wasFull = isFull(connection);
    connection.waiting.shift();
    connection.waitingBytes -= headerBytes(next.request);
    if (wasFull && !isFull(connection)) next.request.socket.resume();
    start(connection, next);
    askForTurn(connection);
  };
  const turns = roundRobin<string, Connection>(startNext, BEGUN_IN_A_TURN);
  return {
    opened(socket) {
      const { remoteAddress: peer = '' } = socket;
      if (!trustedProxies.includes(peer)) {
        const client = clientOf(peer);
        if (!ofClients.take(client, 1)) return false;
        socket.once('close', () => ofClients.giveBack(client, 1));
      }
      parseNothingMoreOnceClosed(socket);
      const connection: Connection = {
        underWay: new Set(),
        waiting: [],
        waitingBytes: 0,
        isEnding: false,
        takenBytes: 0,
        looksInVain: 0,
      };
      open.set(socket, connection);
      // Node.js resumes reading with each answer, even where it was paused here.
      socket.on('resume', () => {
        if (isFull(connection)) socket.pause();
      });
      noStacksOnceClosed(socket);
      // Node.js emits `close` on the first response alone, and not on those that wait behind it.
      socket.once('close', () => {
        open.delete(socket);
        for (const exchange of connection.waiting.splice(0)) {
          exchange.hasLeft = true;
          forget(exchange);
        }
        for (const exchange of connection.underWay) {
          exchange.hasLeft = true;
          forget(exchange);
          exchange.whenLeft?.();
          noteTaken(exchange);
        }
      });
      return true;
    },
    take(exchange) {
      const { socket } = exchange.request;
      const connection = open.get(socket);
      // The connection was closed while its last bytes were parsed, or is one too many.
      if (!connection || socket.destroyed) return;
      if (!takeRoom(connection, exchange)) {
        socket.destroy();
        return;
      }
      connection.latest = exchange;
      connection.waiting.push(exchange);
      connection.waitingBytes += headerBytes(exchange.request);
      if (isFull(connection)) socket.pause();
      askForTurn(connection);
    },
    latestOf: (socket) => open.get(socket)?.latest,
    unansweredOf(socket) {
      const connection = open.get(socket);
      return connection ? connection.underWay.size + connection.waiting.length : 0;
    },
  };
}
