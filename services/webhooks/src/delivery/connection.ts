import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { hostOf } from '../domain/target-url';
import {
  HEADERS_LIMIT_BYTES,
  InvalidAnswer,
  newAnswer,
  type Answer,
  type AnswerHead,
} from './answer';
import type { Handshake, HandshakeTurns } from './handshake-turns';

export interface ConnectionSettings {
  /** The look-up of its host. */
  readonly lookup: LookupFunction;
  /** Whom it trusts, and by which cryptography. */
  readonly security: SecureContext;
  /** Whose receiver it is. */
  readonly endpointId: number;
  /** Of its company. */
  readonly handshakes: HandshakeTurns;
}

/** What is posted. */
export interface HttpRequest {
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: string;
}

/** The result of an exchange. */
export interface Exchange {
  /** The status of the answer; undefined where none came. */
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
   * Never rejects. A connection that can't be used again is closed. Nothing is written to a connection
   * that the receiver has closed already.
   */
  exchange(request: HttpRequest, withinMs: number): Promise<Exchange>;
  close(): void;
}

export interface ConnectionListener {
  /** It can be used again. */
  readonly onIdle: (connection: Connection) => void;
  /** Called at least once. */
  readonly onClose: (connection: Connection) => void;
}

export class DeadlinePassed extends Error {}

const HTTPS_PORT = 443;
const IDLE_MS = 15_000;

const CLIENT_SETTINGS: Client.Options = {
  pipelining: 1,
  maxHeaderSize: HEADERS_LIMIT_BYTES,
  // An exchange has one deadline for all of it.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  // We close an idle connection this much earlier than the receiver says that it will.
  keepAliveTimeoutThreshold: 1_000,
};

/**
 * The most bytes that come over the wire for an exchange, or after it. A handshake takes 100 KB at
 * most, and an answer LIMIT_BYTES; more is what TLS takes without telling of it, such as new keys and
 * session tickets, which a receiver could send for ever.
 */
const LIMIT_WIRE_BYTES = 256 * 1024;
const LOOK_EVERY_MS = 100;

/** The exchange that a connection is used for. */
interface Current {
  readonly answer: Answer;
  isAsked: boolean;
  end(error?: Error): void;
}

/**
 * A connection of its own undici client, which is never used for a second one.
 *
 * It connects at its first exchange, which also gets any error of connecting.
 */
export function openConnection(
  url: URL,
  settings: ConnectionSettings,
  { onIdle, onClose }: ConnectionListener,
): Connection {
  let wire: Socket | undefined;
  let socket: TLSSocket | undefined;
  let current: Current | undefined;
  /** How many bytes had come when the exchange began, or the last one ended. */
  let bytesBefore = 0;

  const client = new Client(url.origin, {
    ...CLIENT_SETTINGS,
    connect(_, connected) {
      wire = connectTo(url, settings, {
        connected(secured) {
          socket = secured;
          connected(null, secured);
        },
        failed: (error) => connected(error, null),
        receive,
      });
    },
  });
  const bytesSoFar = (): number => wire?.bytesRead ?? 0;
  const watch = setInterval(() => {
    if (bytesSoFar() - bytesBefore > LIMIT_WIRE_BYTES)
      fail(new InvalidAnswer('More than is read.'));
  }, LOOK_EVERY_MS).unref();
  // Otherwise undici would connect again for a request that it could not write.
  client.once('disconnect', (_, __, error) => close(error));
  client.once('connectionError', (_, __, error) => close(error));

  /** Takes the bytes of one read before undici parses them; false where it must not get them. */
  function receive(bytes: Buffer): boolean {
    try {
      if (!current?.isAsked) throw new InvalidAnswer('An answer to nothing.');
      current.answer.takeRead(bytes);
    } catch (error) {
      fail(error as Error);
      return false;
    }
    return true;
  }

  async function ask({ headers, body }: HttpRequest, asking: Current): Promise<void> {
    // Before a connection is used again, the event loop has to see what the system knows of it: that the
    // other side has closed it, or sent something unasked. This turn of the loop still handles earlier
    // events; in the next one, for which undici waits, the loop asks the system again.
    if (socket) await nextTurn();
    if (current !== asking) return;
    client.dispatch(
      { method: 'POST', path: `${url.pathname}${url.search}`, headers, body },
      {
        onRequestStart: () => void (asking.isAsked = true),
        onResponseStart: ({ rawHeaders }, status) =>
          asking.answer.takeHeaders(status, rawHeaders as Buffer[]),
        onResponseData: (_, bytes) => asking.answer.takeBody(bytes),
        onResponseEnd: () => asking.end(),
        onResponseError: (_, error) => asking.end(error),
      },
    );
  }

  /**
   * Decided one turn later. Then it is known whether more came in the same read as the end of the
   * answer, and whether the whole request has been written: a receiver that answers early leaves the
   * rest unsent.
   */
  async function keepOrClose(answer: Answer): Promise<void> {
    await nextTurn();
    const isQuiet = socket && !socket.destroyed && socket.writableLength === 0;
    if (isQuiet && !answer.isFollowed()) onIdle(connection);
    else close(new Error('The connection cannot be used again.'));
  }

  function close(error: Error): void {
    clearInterval(watch);
    onClose(connection);
    // undici destroys a socket only once it is connected.
    wire?.destroy();
    void client.destroy(error);
  }

  function fail(error: Error): void {
    if (current) current.end(error);
    else close(error);
  }

  const connection: Connection = {
    exchange: (request, withinMs) =>
      new Promise((done) => {
        const answer = newAnswer();
        const timer = setTimeout(() => asking.end(new DeadlinePassed()), Math.max(withinMs, 0));
        const finish = async (error: Error | undefined): Promise<void> => {
          if (error) close(error);
          else await keepOrClose(answer);
          done({ head: answer.head(), body: answer.body(), error, wasAsked: asking.isAsked });
        };
        const asking: Current = {
          answer,
          isAsked: false,
          end(error) {
            if (current !== asking) return;
            clearTimeout(timer);
            current = undefined;
            bytesBefore = bytesSoFar();
            void finish(error);
          },
        };
        current = asking;
        bytesBefore = bytesSoFar();
        void ask(request, asking);
      }),

    close: () => fail(new Error('Closed on our side.')),
  };
  return connection;
}

interface Connecting {
  readonly connected: (socket: TLSSocket) => void;
  readonly failed: (error: Error) => void;
  /** Takes the bytes of one read, and answers whether they may be parsed. */
  readonly receive: (bytes: Buffer) => boolean;
}

/**
 * Connects to an address that the look-up allows, and always verifies certificates, whatever the environment says.
 *
 * Answers what is below TLS, which alone counts all bytes that come.
 */
function connectTo(
  url: URL,
  { lookup, security, endpointId, handshakes }: ConnectionSettings,
  { connected, failed, receive }: Connecting,
): Socket {
  const host = hostOf(url);
  const wire = connectTcp({
    host,
    port: Number(url.port || HTTPS_PORT),
    lookup,
    // Otherwise a body of several packets would wait for an acknowledgement.
    noDelay: true,
  });
  wire.once('error', failed);
  const secure = (): void => {
    if (wire.destroyed) return;
    const socket = connectTls({
      socket: wire,
      host,
      secureContext: security,
      rejectUnauthorized: true,
      ...(!isIP(host) && { servername: host }),
      ALPNProtocols: ['http/1.1'],
    });
    let isUnderWay = true;
    const end = (how: () => void): void => {
      if (isUnderWay) how();
      isUnderWay = false;
    };
    const fail = (): void => end(() => handshakes.failed(handshake, wire.bytesRead));
    const handshake: Handshake = {
      endpointId,
      isOver: () => socket.destroyed || wire.destroyed,
      read: () => readingOf(socket).readStart(),
      leaveUnread: () => readingOf(socket).readStop(),
    };
    handshake.leaveUnread();
    handshakes.take(handshake);
    // An error is told of before the next receiver is read, the end of its connection after all of them.
    socket.once('error', fail);
    wire.once('close', fail);
    checkReads(socket, receive);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      end(() => handshakes.succeeded(handshake));
      socket.off('error', failed).off('error', fail);
      connected(socket);
    });
  };
  // Node.js begins to read the wire once all have heard of the connection; that is TLS's from then on.
  wire.once('connect', () => process.nextTick(secure));
  return wire;
}

/**
 * Node.js's own reading below TLS. A socket that is paused is read on during the handshake, of which the
 * stream gets nothing.
 */
const readingOf = (socket: TLSSocket) =>
  (socket as unknown as { _handle: { readStop(): void; readStart(): void } })._handle;

/** Lets nothing into the socket's buffer but what is received. Node.js puts there what it reads, and at the end null. */
function checkReads(socket: TLSSocket, receive: Connecting['receive']): void {
  const push = socket.push.bind(socket);
  socket.push = (bytes: Buffer | null) => (bytes === null || receive(bytes)) && push(bytes);
}
