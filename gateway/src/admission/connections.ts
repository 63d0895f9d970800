import type { Socket } from 'node:net';
import type { Visit } from './visit';

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
  /** Begins a visit when it is its connection's turn, and never when the client has left by then. */
  take(visit: Visit): void;
  /** The visit of a connection that arrived last, until it is answered and has all of its body. */
  latestOf(socket: Socket): Visit | undefined;
  /** How many of a connection's visits have no answer yet. */
  unansweredOf(socket: Socket): number;
}

interface Connection {
  readonly underWay: Set<Visit>;
  readonly waiting: Visit[];
  latest?: Visit | undefined;
}

export function connections(begin: (visit: Visit) => void): Connections {
  // No WeakMap: under load its entries cost the garbage collector as much as the admission itself.
  const open = new Map<Socket, Connection>();

  const start = (connection: Connection, visit: Visit): void => {
    const { underWay, waiting } = connection;
    underWay.add(visit);
    visit.response.on('close', () => {
      underWay.delete(visit);
      // Or a connection that is idle would hold the body of its last request, 1 MiB at most.
      if (connection.latest === visit && visit.request.complete) connection.latest = undefined;
      // After the last answer of a connection none of what came behind it is carried out.
      if (visit.hasLeft || !visit.response.shouldKeepAlive) return;
      const next = waiting.shift();
      if (waiting.length === LARGEST_QUEUE - 1) visit.request.socket.resume();
      if (next) start(connection, next);
    });
    begin(visit);
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
        for (const visit of connection.waiting) visit.hasLeft = true;
        for (const visit of connection.underWay) {
          visit.hasLeft = true;
          visit.whenLeft?.();
        }
      });
    },
    take(visit) {
      const { socket } = visit.request;
      const connection = open.get(socket);
      // Closed while its last bytes were parsed.
      if (!connection) return;
      connection.latest = visit;
      if (connection.underWay.size < AT_ONCE) {
        start(connection, visit);
        return;
      }
      connection.waiting.push(visit);
      if (connection.waiting.length >= LARGEST_QUEUE) socket.pause();
    },
    latestOf: (socket) => open.get(socket)?.latest,
    unansweredOf(socket) {
      const connection = open.get(socket);
      return connection ? connection.underWay.size + connection.waiting.length : 0;
    },
  };
}
