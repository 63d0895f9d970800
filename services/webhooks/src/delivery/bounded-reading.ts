import type { Socket } from 'node:net';

/** Who counts what a connection brings now. */
const counters = new WeakMap<Socket, (bytes: number) => void>();

/**
 * Counts what a connection brings in answer to one request, and calls back for each byte too many;
 * what it answers ends the count. A connection that brings anything between two requests is closed.
 *
 * The parser tells of headers and bodies alone: interim answers, empty lines, chunk extensions and
 * what follows an answer could keep this process busy for as long as the other side likes.
 */
export function boundReading(socket: Socket, limitBytes: number, tooMuch: () => void): () => void {
  if (!counters.has(socket)) {
    socket.on('data', ({ length }: Buffer) => counters.get(socket)?.(length));
  }
  let read = 0;
  counters.set(socket, (bytes) => {
    read += bytes;
    if (read > limitBytes) tooMuch();
  });
  return () => counters.set(socket, () => socket.destroy());
}
