import { isIP, type LookupFunction } from 'node:net';
import { connect, type SecureContext } from 'node:tls';
import { hostOf } from '../domain/target-url';
import { readAnswer, type AnswerHead, type AnswerReader } from './read-answer';

export interface ConnectionSettings {
  /** The look-up of its host. */
  readonly lookup: LookupFunction;
  /** The authorities that are trusted. */
  readonly trusted: SecureContext;
}

/** What an exchange came to. */
export interface Exchange {
  /** The answer's; undefined where none came. */
  readonly head: AnswerHead | undefined;
  /** The first bytes of the answer's body. */
  readonly body: Buffer;
  /** Why it ended before the answer did. */
  readonly error: Error | undefined;
  /** The other side had closed the connection as it was used again: nothing was delivered. */
  readonly wasStale: boolean;
}

/** A connection to a receiver, which carries one request at a time. */
export interface Connection {
  /** Never rejects. A connection that can't be used again is closed. */
  exchange(request: string, withinMs: number): Promise<Exchange>;
  close(): void;
}

export interface ConnectionListener {
  /** It can be used again. */
  readonly onIdle: (connection: Connection) => void;
  readonly onClose: (connection: Connection) => void;
}

export class DeadlinePassed extends Error {}

const IDLE_MS = 15_000;
const HTTPS_PORT = 443;

interface Current {
  readonly answer: AnswerReader;
  end(error?: Error): void;
}

/** Connects; what goes wrong with it is told to the exchange that waits for it. */
export function openConnection(
  url: URL,
  { lookup, trusted }: ConnectionSettings,
  { onIdle, onClose }: ConnectionListener,
): Connection {
  const host = hostOf(url);
  const socket = connect({
    host,
    port: Number(url.port || HTTPS_PORT),
    lookup,
    secureContext: trusted,
    // Whatever the environment says about certificates.
    rejectUnauthorized: true,
    ...(!isIP(host) && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  let current: Current | undefined;
  let isUsed = false;

  // A body of several packets is not to wait for an acknowledgement.
  socket.setNoDelay(true);
  socket.on('data', (bytes: Buffer) => {
    // What comes between two requests answers none.
    if (!current) return void socket.destroy();
    try {
      current.answer.take(bytes);
    } catch (error) {
      return current.end(error as Error);
    }
    if (current.answer.isComplete()) current.end();
  });
  socket.on('end', () => current?.end(closedError()));
  socket.on('error', (error) => current?.end(error));
  socket.on('close', () => {
    current?.end(closedError());
    onClose(connection);
  });
  // An exchange has a deadline of its own, which is shorter.
  socket.setTimeout(IDLE_MS, () => !current && socket.destroy());

  const connection: Connection = {
    exchange: (request, withinMs) =>
      new Promise((done) => {
        const answer = readAnswer();
        const timer = setTimeout(() => current?.end(new DeadlinePassed()), Math.max(withinMs, 0));
        const isFirst = !isUsed;
        isUsed = true;
        current = {
          answer,
          end(error) {
            clearTimeout(timer);
            current = undefined;
            // An answer to the beginning of a request leaves the rest of it in the way.
            const isReusable = !error && answer.isReusable() && socket.writableLength === 0;
            if (isReusable) onIdle(connection);
            else socket.destroy();
            const wasStale = !isFirst && answer.isUntouched() && isClosing(error);
            done({ head: answer.head(), body: answer.body(), error, wasStale });
          },
        };
        socket.write(request);
      }),

    close: () => void socket.destroy(new Error('Closed on our side.')),
  };
  return connection;
}

const closedError = (): Error =>
  Object.assign(new Error('The receiver closed the connection.'), { code: 'ECONNRESET' });

const isClosing = (error: NodeJS.ErrnoException | undefined): boolean =>
  error?.code === 'ECONNRESET' || error?.code === 'EPIPE';
