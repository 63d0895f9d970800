import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
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
import type { Piece } from './tls-records';
import { openWire } from './wire';

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
  /** Where it is not wanted, nothing is written. */
  readonly wanted?: Wanted;
}

/** Whether the receiver still may get what is posted. */
export interface Wanted {
  /** Whether that was seen lately enough to go by; asked at the last moment. */
  isFresh(): boolean;
  /** Looks again. Never rejects. */
  look(): Promise<boolean>;
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

/**
 * The deadline has passed while the receiver's bytes waited for its company's other handshakes, or while its
 * right to the event was checked.
 */
export class NoTurnInTime extends Error {}

/** Its receiver has lost its right to the event, or that was checked too long ago. */
export class NoLongerWanted extends Error {}

/** A receiver has sent more than a handshake takes. */
export class HandshakeTooLong extends Error {}

const HTTPS_PORT = 443;
const IDLE_MS = 15_000;

/**
 * Before a connection is used, the event loop has to see what the system knows of it: that the other side
 * has closed it, or sent something unasked. The turn that it is in still handles earlier events; in the
 * next one it asks the system again.
 */
const TURNS_TO_SEE = 2;

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
 * The most that comes over the wire for an exchange, or after it, before more is refused: an answer and its
 * framing, and what TLS takes without telling of it, such as new keys and session tickets, which a receiver
 * could send for ever. Each record costs: new keys 8 to 15 microseconds, in 27 bytes.
 */
const LIMIT_WIRE_BYTES = 128 * 1024;
const LIMIT_SILENT_RECORDS = 32;
/** Each costs, however little it brings: single bytes took 82 ms of processor time an exchange. */
const LIMIT_READS = 1_024;
const LIMIT_HANDSHAKE_READS = 256;
/**
 * The most that a receiver sends in a handshake, of which certificates are nearly all: those of the largest
 * receivers take 10 KB, most of them 3 to 5. What checking them may take grows faster than they do: 100 KB of
 * names, each checked against many constraints, took a second of processor time.
 */
const LIMIT_HANDSHAKE_BYTES = 16 * 1024;
/**
 * Of the time that an exchange has left when a handshake begins to arrive, the receiver has so much from its first
 * turn on: a later one would cost an attempt. What has passed before was the receiver's own.
 */
const SHARE_AFTER_FIRST_TURN = 0.5;

const isStale = ({ wanted }: Pick<HttpRequest, 'wanted'>): boolean => wanted?.isFresh() === false;

/** The exchange that a connection is used for. */
interface Current {
  readonly answer: Answer;
  readonly wanted: HttpRequest['wanted'];
  /** By `performance.now`. */
  readonly deadlineAtMs: number;
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
  let wire: ConnectingWire | undefined;
  let socket: TLSSocket | undefined;
  let current: Current | undefined;
  /** What has come over the wire in the exchange, or since the last one ended. */
  let wireBytes = 0;
  let reads = 0;
  /** The records in which nothing was said to us. */
  let silentRecords = 0;
  /** Whether what has come ends within a record, of which TLS tells nothing before its end. */
  let isWithinRecord = false;
  let recordEnded = (): void => undefined;
  /** Whether nothing more is given to TLS. */
  let isRefused = false;
  /** Whether a check is under way that what is to be sent is still wanted. */
  let isLookedAt = false;

  const client = new Client(url.origin, {
    ...CLIENT_SETTINGS,
    connect(_, connected) {
      wire = connectTo(url, settings, {
        connected(secured) {
          socket = secured;
          void useFirst(secured, () => connected(null, secured));
        },
        leftMs: () => (current ? current.deadlineAtMs - performance.now() : 0),
        failed: (error) => connected(error, null),
        takeWire,
        receive,
      });
    },
  });
  // Otherwise undici would connect again for a request that it could not write.
  client.once('disconnect', (_, __, error) => close(error));
  client.once('connectionError', (_, __, error) => close(error));

  /**
   * Uses a new connection for what it was made for, if that is still wanted and nothing has come that nobody
   * asked for: a receiver may take nearly the whole deadline for its handshake, and its rights may be others
   * by then. It may close the connection meanwhile, and nobody else hears of that before it is used.
   */
  async function useFirst(secured: TLSSocket, use: () => void): Promise<void> {
    const asking = current;
    const isOver = (): boolean => !asking || current !== asking;
    let reason = new Error('Closed by the receiver.');
    const closed = (): void => fail(reason);
    // For as long as it is there: undici waits for the end of a connection, which TLS does not always end.
    secured.on('error', (error) => {
      reason = error;
      void failLater(error);
    });
    secured.once('end', closed).once('close', closed);
    if (asking && isStale(asking)) {
      isLookedAt = true;
      const isWanted = await asking.wanted?.look();
      isLookedAt = false;
      if (!isWanted && !isOver()) fail(new NoLongerWanted());
    }
    for (let turn = 0; turn < TURNS_TO_SEE; turn += 1) await nextTurn();
    // A session ticket may come in parts, and so may an answer to nothing.
    while (isWithinRecord && !isOver()) {
      await new Promise<void>((resolve) => void (recordEnded = resolve));
      await nextTurn();
    }
    secured.off('end', closed).off('close', closed);
    // Also where its deadline has passed.
    if (!asking || isOver()) return;
    if (isStale(asking)) fail(new NoLongerWanted());
    else use();
  }

  function countAnew(): void {
    wireBytes = 0;
    reads = 0;
    silentRecords = 0;
  }

  /** Takes what has come over the wire before TLS gets it; false where it must not. */
  function takeWire({ bytes, records, isWhole }: Piece): boolean {
    if (isRefused) return false;
    isRefused =
      wireBytes > LIMIT_WIRE_BYTES || reads > LIMIT_READS || silentRecords > LIMIT_SILENT_RECORDS;
    if (isRefused) void failLater(new InvalidAnswer('More than is read.'));
    wireBytes += bytes.length;
    reads += 1;
    silentRecords += records;
    isWithinRecord = !isWhole;
    if (isWhole) recordEnded();
    return !isRefused;
  }

  /** One turn later, when undici has parsed what came before, perhaps the whole answer. */
  async function failLater(error: Error): Promise<void> {
    await nextTurn();
    fail(error);
  }

  /** Takes the bytes of one read before undici parses them; false where it must not get them. */
  function receive(bytes: Buffer): boolean {
    silentRecords -= 1;
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
    // For one that is used again; of TURNS_TO_SEE, undici itself waits for the last.
    if (socket) await nextTurn();
    if (current !== asking) return;
    if (isWithinRecord) return asking.end(new Error('Something has come that nobody asked for.'));
    if (socket && isStale(asking)) return asking.end(new NoLongerWanted());
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
    const isQuiet = socket && !socket.destroyed && socket.writableLength === 0 && !isWithinRecord;
    if (isQuiet && !answer.hasExtraBytes()) onIdle(connection);
    else close(new Error('The connection cannot be used again.'));
  }

  function close(error: Error): void {
    onClose(connection);
    // undici destroys a socket only once it is connected.
    wire?.stream.destroy();
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
        const late = (): void => {
          const isOurs = isLookedAt || wire?.waitsForTurn();
          asking.end(isOurs ? new NoTurnInTime() : new DeadlinePassed());
        };
        const timer = setTimeout(late, Math.max(withinMs, 0));
        const finish = async (error: Error | undefined): Promise<void> => {
          if (error) close(error);
          else await keepOrClose(answer);
          done({ head: answer.head(), body: answer.body(), error, wasAsked: asking.isAsked });
        };
        const asking: Current = {
          answer,
          wanted: request.wanted,
          deadlineAtMs: performance.now() + withinMs,
          isAsked: false,
          end(error) {
            if (current !== asking) return;
            clearTimeout(timer);
            current = undefined;
            countAnew();
            void finish(error);
          },
        };
        current = asking;
        countAnew();
        void ask(request, asking);
      }),

    close: () => fail(new Error('Closed on our side.')),
  };
  return connection;
}

interface Connecting {
  /** How much is left of its exchange's time. */
  readonly leftMs: () => number;
  readonly connected: (socket: TLSSocket) => void;
  readonly failed: (error: Error) => void;
  /** Takes what has come over the wire, and answers whether TLS may have it. */
  readonly takeWire: (piece: Piece) => boolean;
  /** Takes the bytes of one read, and answers whether they may be parsed. */
  readonly receive: (bytes: Buffer) => boolean;
}

/** What is below TLS, which is there before TLS is. */
interface ConnectingWire {
  readonly stream: Duplex;
  /** Whether something of the handshake has come, and nothing was processed yet. */
  waitsForTurn(): boolean;
}

/**
 * Connects to an address that the look-up allows, and always verifies certificates, whatever the environment says.
 */
function connectTo(
  url: URL,
  { lookup, security, endpointId, handshakes }: ConnectionSettings,
  { leftMs, connected, failed, takeWire, receive }: Connecting,
): ConnectingWire {
  const host = hostOf(url);
  let handshakeBytes = 0;
  let handshakeReads = 0;
  /** By `performance.now`, from when something of the handshake has come. */
  let firstTurnUntilMs: number | undefined;
  let isProcessed = false;
  let isSecure = false;
  const handshake: Handshake = {
    endpointId,
    isOver: () =>
      wire.stream.destroyed || (!isProcessed && performance.now() > (firstTurnUntilMs ?? Infinity)),
    process() {
      isProcessed = true;
      wire.give();
      return isSecure;
    },
  };
  const wire = openWire(
    { host, port: Number(url.port || HTTPS_PORT), lookup },
    {
      connected: secure,
      admits(piece) {
        if (isSecure) return takeWire(piece);
        handshakeBytes += piece.bytes.length;
        handshakeReads += 1;
        const isShort =
          handshakeBytes <= LIMIT_HANDSHAKE_BYTES && handshakeReads <= LIMIT_HANDSHAKE_READS;
        if (isShort) return takeWire(piece);
        failed(new HandshakeTooLong());
        return false;
      },
      arrived() {
        firstTurnUntilMs ??= performance.now() + leftMs() * (1 - SHARE_AFTER_FIRST_TURN);
        handshakes.take(handshake);
      },
    },
  );
  wire.stream.once('error', failed);
  wire.stream.once('close', () => {
    if (!isSecure) handshakes.failed(handshake);
  });

  function secure(): void {
    const socket = connectTls({
      socket: wire.stream,
      host,
      secureContext: security,
      rejectUnauthorized: true,
      ...(!isIP(host) && { servername: host }),
      ALPNProtocols: ['http/1.1'],
    });
    checkReads(socket, receive);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      isSecure = true;
      wire.giveAll();
      socket.off('error', failed);
      connected(socket);
    });
  }
  return {
    stream: wire.stream,
    waitsForTurn: () => firstTurnUntilMs !== undefined && !isProcessed,
  };
}

/** Lets nothing into the socket's buffer but what is received. Node.js puts there what it reads, and at the end null. */
function checkReads(socket: TLSSocket, receive: Connecting['receive']): void {
  const push = socket.push.bind(socket);
  socket.push = (bytes: Buffer | null) => (bytes === null || receive(bytes)) && push(bytes);
}
