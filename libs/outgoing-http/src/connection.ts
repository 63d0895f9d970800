import { yieldToEventLoop } from '@svc/kernel';
import { Client } from 'undici';
import { connectSecurely, type ConnectSettings, type SecureConnection } from './connect-securely';
import { createInterimFilter, InvalidResponse, type InterimFilter } from './interim-filter';
import {
  createResponseReader,
  type KeptResponse,
  type ResponseLimits,
  type ResponseReader,
} from './response';

export interface HttpRequest extends ResponseLimits {
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: string;
  /** Asked after connecting, which may take long. */
  readonly isStillWanted: () => Promise<boolean>;
  /** Asked right before the request is written. */
  readonly mayBegin: () => boolean;
}

export interface Exchange extends KeptResponse {
  /** Why it ended before the response did. */
  readonly error: Error | undefined;
  /** The receiver may have read some of the request. */
  readonly isBegun: boolean;
}

/**
 * A connection carries one request at a time. It is
 *
 *     new        → connecting
 *     connecting → exchanging   connected, and the request is still wanted
 *                | closed
 *     exchanging → idle         the response is complete
 *                | closed       error, oversized response or deadline
 *     idle       → exchanging   used again by its endpoint
 *                | closed       by the receiver, on unexpected bytes, or after 15 s
 */
export interface Connection {
  /** Resolves once it is connected or closed. */
  readonly connected: Promise<void>;
  /** Never rejects. Writes nothing when the receiver has closed the connection. */
  exchange(request: HttpRequest, withinMs: number): Promise<Exchange>;
  isReusable(): boolean;
  /**
   * Closes an oversized response; undici does not report all bytes, so this has to be called
   * regularly.
   */
  checkSize(): void;
  close(): void;
}

export class DeadlinePassed extends Error {}

export class NotBegun extends Error {}

const IDLE_MS = 15_000;

const CLIENT_SETTINGS: Client.Options = {
  pipelining: 1,
  // One deadline covers the whole exchange.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: IDLE_MS,
  keepAliveMaxTimeout: IDLE_MS,
  // Close this much before the receiver's announced time.
  keepAliveTimeoutThreshold: 1_000,
};

/** Interim responses, empty lines, chunks and TLS, which undici does not report. */
const MAX_FRAMING_BYTES = 8 * 1024;

interface Current {
  readonly interim: InterimFilter;
  isBegun: boolean;
  end(error?: Error): void;
}

export function openConnection(
  url: URL,
  settings: ConnectSettings,
  onClose: () => void,
): Connection {
  const connecting = new AbortController();
  let secure: SecureConnection | undefined;
  let client: Client | undefined;
  let current: Current | undefined;
  let closedBecause: Error | undefined;
  /** Limit of the socket's `bytesRead`. */
  let maxBytesRead = Infinity;
  let endConnecting = (): void => undefined;
  const connected = new Promise<void>((resolve) => {
    endConnecting = resolve;
  });

  function close(error: Error): void {
    if (closedBecause) return;
    closedBecause = error;
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
    secure = await connectSecurely(url, settings, connecting.signal);
    endConnecting();
    const { socket, tcp } = secure;
    if (closedBecause) return void tcp.destroy();
    // Registered before undici's listeners, so it sees the bytes first.
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

  /**
   * Lets the event loop report a connection that the receiver has closed, before anything is
   * written.
   */
  async function prepare(request: HttpRequest): Promise<Client> {
    if (closedBecause) throw closedBecause;
    if (!client) {
      await connect(request);
      if (!(await request.isStillWanted())) throw new NotBegun();
    }
    await yieldToEventLoop();
    if (closedBecause) throw closedBecause;
    if (!client) throw new Error('Not connected.');
    return client;
  }

  function write(
    by: Client,
    { headers, body, maxHeaderBytes, maxBodyBytes, mayBegin }: HttpRequest,
    asking: Current,
    response: ResponseReader,
  ): void {
    if (current !== asking) return;
    allowBytes(maxHeaderBytes + maxBodyBytes + MAX_FRAMING_BYTES);
    by.dispatch(
      { method: 'POST', path: `${url.pathname}${url.search}`, headers, body },
      {
        onRequestStart(controller) {
          asking.isBegun = mayBegin();
          if (!asking.isBegun) controller.abort(new NotBegun());
        },
        onResponseStart: ({ rawHeaders }, status) =>
          response.takeHeaders(status, rawHeaders as Buffer[]),
        onResponseData: (_, bytes) => response.takeBody(bytes),
        onResponseEnd: () => asking.end(),
        onResponseError: (_, error) => asking.end(error),
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
        const response = createResponseReader(request);
        const timer = setTimeout(() => asking.end(new DeadlinePassed()), withinMs);
        const asking: Current = {
          interim: createInterimFilter(),
          isBegun: false,
          end(error) {
            if (current !== asking) return;
            current = undefined;
            clearTimeout(timer);
            if (error) close(error);
            allowBytes(MAX_FRAMING_BYTES);
            resolve({ ...response.kept(), error, isBegun: asking.isBegun });
          },
        };
        current = asking;
        prepare(request).then((by) => write(by, request, asking, response), asking.end);
      }),

    isReusable: () =>
      !closedBecause && !!secure && !secure.socket.destroyed && secure.socket.writableLength === 0,

    checkSize() {
      if (secure && secure.tcp.bytesRead > maxBytesRead) {
        fail(new InvalidResponse('Response exceeds the size limit.'));
      }
    },

    close: () => fail(new Error('Closed on our side.')),
  };
}
