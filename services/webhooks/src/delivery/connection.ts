import { isIP, type LookupFunction } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { hostOf } from '../domain/target-url';
import { InvalidAnswer, readAnswer, type AnswerHead, type AnswerReader } from './read-answer';

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
  /** Whether anything of the request was written: the receiver may have read what was. */
  readonly wasAsked: boolean;
}

/** A connection to a receiver, which carries one request at a time. */
export interface Connection {
  /**
   * Never rejects. A connection that can't be used again is closed. One that the receiver had closed
   * before the request was written is not asked.
   */
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
/** So much sooner than the receiver says that it will, a connection is closed on our side. */
const IDLE_MARGIN_MS = 1_000;
const HTTPS_PORT = 443;

interface Current {
  readonly answer: AnswerReader;
  isAsked: boolean;
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
  const isConnected = new Promise<void>((resolve) => socket.once('secureConnect', resolve));

  // A body of several packets is not to wait for an acknowledgement.
  socket.setNoDelay(true);
  socket.on('data', (bytes: Buffer) => {
    // What comes while nothing is asked answers nothing.
    if (!current) return void socket.destroy();
    if (!current.isAsked) return current.end(new InvalidAnswer('An answer to nothing.'));
    try {
      current.answer.take(bytes);
    } catch (error) {
      return current.end(error as Error);
    }
    if (current.answer.isComplete()) current.end();
  });
  socket.on('end', () => {
    if (current) current.end(closedError());
    else socket.destroy();
  });
  socket.on('error', (error) => current?.end(error));
  socket.on('close', () => {
    current?.end(closedError());
    onClose(connection);
  });
  // An exchange has a deadline of its own.
  socket.on('timeout', () => !current && socket.destroy());

  async function ask(request: string, asking: Current): Promise<void> {
    await isConnected;
    await whatHasCome();
    if (current !== asking || socket.destroyed) return;
    asking.isAsked = true;
    socket.write(request);
  }

  function keep(idleMs: number): void {
    socket.setTimeout(idleMs);
    onIdle(connection);
  }

  const connection: Connection = {
    exchange: (request, withinMs) =>
      new Promise((done) => {
        const answer = readAnswer();
        const timer = setTimeout(() => current?.end(new DeadlinePassed()), Math.max(withinMs, 0));
        const finish = async (error: Error | undefined): Promise<void> => {
          const idleMs = idleMsOf(answer.head());
          const isReusable =
            !error && answer.isReusable() && idleMs > 0 && (await isAllWritten(socket));
          if (isReusable && !socket.destroyed) keep(idleMs);
          else socket.destroy();
          done({ head: answer.head(), body: answer.body(), error, wasAsked: asking.isAsked });
        };
        const asking: Current = {
          answer,
          isAsked: false,
          end(error) {
            clearTimeout(timer);
            current = undefined;
            void finish(error);
          },
        };
        current = asking;
        void ask(request, asking);
      }),

    close: () => void socket.destroy(new Error('Closed on our side.')),
  };
  return connection;
}

/**
 * Lets the sockets' events happen that wait in the system already: that the other side has closed a
 * connection, or sent something unasked. The first turn ends what the loop was told before; only
 * then it asks the system again.
 */
async function whatHasCome(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Whether the system has taken all that was written, which it tells a turn later. An answer to the
 * beginning of a request leaves the rest of it in the way.
 */
async function isAllWritten(socket: TLSSocket): Promise<boolean> {
  if (socket.writableLength > 0) await whatHasCome();
  return socket.writableLength === 0;
}

/** How long the connection is kept; a receiver may say when it will close it. */
const idleMsOf = (head: AnswerHead | undefined): number =>
  Math.min((head?.keepAliveSeconds ?? Infinity) * 1_000 - IDLE_MARGIN_MS, IDLE_MS);

const closedError = (): Error =>
  Object.assign(new Error('The receiver closed the connection.'), { code: 'ECONNRESET' });
