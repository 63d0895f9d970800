import { yieldToEventLoop } from '@svc/kernel';
import { Client } from 'undici';
import { connectSecurely, type ConnectSettings, type SecureConnection } from './connect-securely';
import { createInterimFilter, InvalidResponse, type InterimFilter } from './interim-filter';
import {
  createResponseReader,
  type ReceiverResponse,
  type ResponseLimits,
  type ResponseReader,
} from './response';

/**
 * A connection carries one request at a time:
 *
 *     new        → connecting
 *     connecting → exchanging | closed
 *     exchanging → idle     response complete
 *                | closed   error, oversized response, deadline
 *     idle       → exchanging
 *                | closed   by the receiver, unexpected bytes, 15 s
 */
export type ConnectionState = 'new' | 'connecting' | 'exchanging' | 'idle' | 'closed';

export interface SendConditions {
  /** Called after connecting, which may take long. */
  readonly isStillWanted: () => Promise<boolean>;
  /** Called right before the request is written. */
  readonly mayBegin: () => boolean;
}

export interface HttpRequest extends ResponseLimits, SendConditions {
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: string;
}

export interface ReceiverExchange extends ReceiverResponse {
  /** Why it ended before the response did. */
  readonly error: Error | undefined;
  /** The receiver may have read some of the request. */
  readonly isBegun: boolean;
}

export interface ReceiverConnection {
  /** Resolves once it is connected or closed. */
  readonly connected: Promise<void>;
  /** Never rejects. Writes nothing to a closed connection. */
  exchange(request: HttpRequest, withinMs: number): Promise<ReceiverExchange>;
  isReusable(): boolean;
  /** Closes an oversized response. Call it regularly: undici does not report all bytes. */
  checkSize(): void;
  close(): void;
}

export class DeadlinePassed extends Error {}

export class NotBegun extends Error {}

const IDLE_MS = 15_000;

const CLIENT_SETTINGS: Client.Options = {
  pipelining: 1,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  // Close this much before the receiver's announced time.
  keepAliveTimeoutThreshold: 1_000,
};

/** Interim responses, chunks and TLS, which undici does not report. */
const MAX_FRAMING_BYTES = 8 * 1024;

interface CurrentExchange {
  readonly interim: InterimFilter;
  isBegun: boolean;
  end(error?: Error): void;
}

export function openConnection(
  url: URL,
  settings: ConnectSettings,
  onClose: () => void,
): ReceiverConnection {
  let state: ConnectionState = 'new';
  const connecting = new AbortController();
  let secure: SecureConnection | undefined;
  let client: Client | undefined;
  let current: CurrentExchange | undefined;
  /** Limit of the socket's `bytesRead`. */
  let maxBytesRead = Infinity;
  let endConnecting = (): void => undefined;
  const connected = new Promise<void>((resolve) => {
    endConnecting = resolve;
  });

  function close(error: Error): void {
    if (state === 'closed') return;
    state = 'closed';
    endConnecting();
    connecting.abort(error);
    void client?.destroy(error);
    secure?.tcp.destroy();
    onClose();
  }

  function fail(error: Error): void {
    if (current) current.end(error);
    else close(error);
  }

  async function connect({ maxHeaderBytes }: HttpRequest): Promise<void> {
    state = 'connecting';
    secure = await connectSecurely(url, settings, connecting.signal);
    endConnecting();
    const { socket, tcp } = secure;
    if (connecting.signal.aborted) return void tcp.destroy();
    // Before undici's listeners, to see the bytes first.
    socket.on('readable', receive);
    socket.on('error', fail);
    socket.once('close', () => fail(new Error('Closed by the receiver.')));
    let isConnected = false;
    client = new Client(url.origin, {
      ...CLIENT_SETTINGS,
      maxHeaderSize: maxHeaderBytes,
      connect(_, done) {
        // undici would reconnect for a request that it could not write.
        if (isConnected) return done(new Error('Closed by the receiver.'), null);
        isConnected = true;
        setImmediate(done, null, socket);
      },
    });
  }

  function receive(): void {
    const socket = secure?.socket;
    if (!socket || socket.readableLength === 0) return;
    if (!current?.isBegun) return fail(new InvalidResponse('Unexpected data before the request.'));
    const { interim } = current;
    if (interim.isFinal()) return;
    try {
      const passed = interim.take(socket.read() as Buffer);
      if (passed.length > 0) socket.unshift(passed);
    } catch (error) {
      fail(error as Error);
    }
  }

  async function prepare(request: HttpRequest): Promise<Client> {
    connecting.signal.throwIfAborted();
    if (state === 'new') {
      await connect(request);
      if (!(await request.isStillWanted())) throw new NotBegun();
    }
    // The event loop may have to report that the receiver has closed the connection.
    await yieldToEventLoop();
    connecting.signal.throwIfAborted();
    if (!client) throw new Error('Not connected.');
    state = 'exchanging';
    return client;
  }

  function write(
    by: Client,
    { headers, body, maxHeaderBytes, maxBodyBytes, mayBegin }: HttpRequest,
    exchange: CurrentExchange,
    reader: ResponseReader,
  ): void {
    if (current !== exchange) return;
    allowBytes(maxHeaderBytes + maxBodyBytes + MAX_FRAMING_BYTES);
    by.dispatch(
      { method: 'POST', path: `${url.pathname}${url.search}`, headers, body },
      {
        onRequestStart(controller) {
          exchange.isBegun = mayBegin();
          if (!exchange.isBegun) controller.abort(new NotBegun());
        },
        onResponseStart: ({ rawHeaders }, status, headers) =>
          reader.takeHeaders(status, rawHeaders as Buffer[], headers),
        onResponseData: (_, bytes) => reader.takeBody(bytes),
        onResponseEnd: () => exchange.end(),
        onResponseError: (_, error) => exchange.end(error),
      },
    );
  }

  function allowBytes(count: number): void {
    maxBytesRead = (secure?.tcp.bytesRead ?? 0) + count;
  }

  return {
    connected,

    exchange: (request, withinMs) =>
      new Promise((resolve) => {
        const reader = createResponseReader(request);
        const timer = setTimeout(() => exchange.end(new DeadlinePassed()), withinMs);
        const exchange: CurrentExchange = {
          interim: createInterimFilter(),
          isBegun: false,
          end(error) {
            if (current !== exchange) return;
            current = undefined;
            clearTimeout(timer);
            if (error) close(error);
            else state = 'idle';
            allowBytes(MAX_FRAMING_BYTES);
            resolve({ ...reader.response(), error, isBegun: exchange.isBegun });
          },
        };
        current = exchange;
        prepare(request).then((by) => write(by, request, exchange, reader), exchange.end);
      }),

    isReusable: () =>
      state === 'idle' &&
      !!secure &&
      !secure.socket.destroyed &&
      secure.socket.writableLength === 0,

    checkSize() {
      if (secure && secure.tcp.bytesRead > maxBytesRead) {
        fail(new InvalidResponse('Response exceeds the size limit.'));
      }
    },

    close: () => fail(new Error('Closed on our side.')),
  };
}
