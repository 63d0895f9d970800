import type { Socket } from 'node:net';
import type { Exchange } from './exchange';

/**
 * How many requests of one connection are under way at once: begun, and their answers not yet
 * written out.
 */
const AT_ONCE = 16;
/** A connection with so many requests waiting for their turn is not read on. */
const LARGEST_QUEUE = 64;

/**
 * What the connections of the public listener are busy with.
 *
 * A client may send the next requests before it has read an answer, and Node.js hands all of them
 * over at once, as many as a read brought. They take turns here, so that one connection is no more
 * to the services than sixteen, and the rest waits in the client's own buffers.
 */
export interface Connections {
  opened(socket: Socket): void;
  /** Begins an exchange when it is its connection's turn, and never when the client has left by then. */
  take(exchange: Exchange): void;
  /** The exchange of a connection that arrived last, until it is answered and has all of its body. */
  latestOf(socket: Socket): Exchange | undefined;
  /** How many of a connection's exchanges have no answer yet. */
  unansweredOf(socket: Socket): number;
}

interface Connection {
  readonly underWay: Set<Exchange>;
  readonly waiting: Exchange[];
  latest?: Exchange | undefined;
}

export function connections(begin: (exchange: Exchange) => void): Connections {
  // No WeakMap: under load its entries cost the garbage collector as much as the admission itself.
  const open = new Map<Socket, Connection>();

  const start = (connection: Connection, exchange: Exchange): void => {
    const { underWay, waiting } = connection;
    underWay.add(exchange);
    exchange.response.on('close', () => {
      underWay.delete(exchange);
      // Or a connection that is idle would hold the body of its last request, 1 MiB at most.
      if (connection.latest === exchange && exchange.request.complete)
        connection.latest = undefined;
      // After the last answer of a connection none of what came behind it is carried out.
      if (exchange.hasLeft || !exchange.response.shouldKeepAlive) return;
      const next = waiting.shift();
      if (waiting.length === LARGEST_QUEUE - 1) exchange.request.socket.resume();
      if (next) start(connection, next);
    });
    begin(exchange);
  };
  return {
    opened(socket) {
      const connection: Connection = { underWay: new Set(), waiting: [] };
      open.set(socket, connection);
      // Node.js reads on with each answer, whoever had paused it.
      socket.on('resume', () => {
        if (connection.waiting.length >= LARGEST_QUEUE) socket.pause();
      });
      // Of the responses that wait behind another none hears of the end: Node.js tells the first alone.
      socket.once('close', () => {
        open.delete(socket);
        for (const exchange of connection.waiting) exchange.hasLeft = true;
        for (const exchange of connection.underWay) {
          exchange.hasLeft = true;
          exchange.whenLeft?.();
        }
      });
    },
    take(exchange) {
      const { socket } = exchange.request;
      const connection = open.get(socket);
      // Closed while its last bytes were parsed.
      if (!connection) return;
      connection.latest = exchange;
      if (connection.underWay.size < AT_ONCE) {
        start(connection, exchange);
        return;
      }
      connection.waiting.push(exchange);
      if (connection.waiting.length >= LARGEST_QUEUE) socket.pause();
    },
    latestOf: (socket) => open.get(socket)?.latest,
    unansweredOf(socket) {
      const connection = open.get(socket);
      return connection ? connection.underWay.size + connection.waiting.length : 0;
    },
  };
}
