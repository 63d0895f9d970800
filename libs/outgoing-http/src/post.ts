import { setTimeout as delay } from 'node:timers/promises';
import { createFairQueue, createFairShare, yieldToEventLoop } from '@svc/kernel';
import type { HostRules } from './allowed-addresses';
import { cheapCryptography } from './connect-securely';
import {
  NotBegun,
  openConnection,
  type Connection,
  type Exchange,
  type HttpRequest,
} from './connection';
import { keepConnections } from './kept-connections';
import type { ResponseLimits } from './response';
import { transportErrorOf, type TransportError } from './transport-error';

export interface OutgoingHttpSettings extends HostRules {
  /** Trusted certificates in place of the system's. */
  readonly ca?: string;
  readonly maxKeptConnections?: number;
}

export interface PostLimits extends ResponseLimits {
  /** Covers name look-up, connection, TLS, headers and body. */
  readonly deadlineMs: number;
}

export interface PostOptions extends PostLimits {
  readonly headers: Readonly<Record<string, string>>;
  readonly companyId: number;
  /** Its connections are used for no other. */
  readonly endpointId: number;
  /** Asked after connecting, which may take long. */
  readonly isStillWanted?: () => Promise<boolean>;
  /** Asked right before the request is written. */
  readonly mayBegin?: () => boolean;
}

export interface PostResult {
  /** False when nothing was sent for a reason on our side. */
  readonly isAttempt: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Null when there was no response. */
  readonly status: number | null;
  readonly error: TransportError | null;
  /** From Retry-After. */
  readonly retryAfterSeconds: number | null;
  /** The first 2 KB of the response's body. */
  readonly body: string | null;
}

export interface OutgoingHttp {
  /** Sends at most one request, over HTTP/1.1. Never rejects. */
  post(url: URL, body: string, options: PostOptions): Promise<PostResult>;
  close(): void;
}

const MAX_KEPT_CONNECTIONS = 1_024;
const CHECK_SIZES_EVERY_MS = 100;
const MAX_HANDSHAKES = 256;
/** A slow receiver delays its company's next connection no longer. */
const MAX_HANDSHAKE_SLOT_MS = 100;
/** One company may use half of it. */
const MAX_WAITING = 1_024;
const MAX_WAIT_MS = 5_000;

/**
 * Follows no redirect, decompresses nothing, ignores proxy variables. Status and headers decide the
 * result; the body is read for the log only.
 */
export function createOutgoingHttp(settings: OutgoingHttpSettings): OutgoingHttp {
  const { guard, resolve, ca, maxKeptConnections = MAX_KEPT_CONNECTIONS } = settings;
  const connecting = { guard, resolve, security: cheapCryptography(ca) };
  const kept = keepConnections(maxKeptConnections);
  const open = new Set<Connection>();
  /** One per company at a time. */
  const handshakes = createFairQueue<number>({
    resource: createFairShare(MAX_HANDSHAKES, 1),
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createRejection: () => new NotBegun(),
  });
  let isClosed = false;
  const checking = setInterval(() => {
    for (const connection of open) connection.checkSize();
  }, CHECK_SIZES_EVERY_MS).unref();

  function openFor(url: URL, owner: string): Connection {
    const connection = openConnection(url, connecting, () => {
      open.delete(connection);
      kept.remove(owner, connection);
    });
    open.add(connection);
    if (isClosed) connection.close();
    return connection;
  }

  return {
    async post(url, body, options) {
      const { companyId, endpointId, deadlineMs } = options;
      // Includes the address: a changed endpoint must not use its old connection.
      const owner = `${endpointId} ${url.href}`;
      const request = requestOf(body, options);
      let began = { at: new Date(), ms: performance.now() };

      async function exchangeOver(connection: Connection): Promise<Exchange> {
        began = { at: new Date(), ms: performance.now() };
        const exchange = await connection.exchange(request, deadlineMs);
        // An early response may leave the request unsent, or be followed by more bytes.
        await yieldToEventLoop();
        if (connection.isReusable()) kept.keep(owner, connection);
        return exchange;
      }

      async function exchange(): Promise<Exchange> {
        const idle = kept.take(owner);
        const exchanged = idle && (await exchangeOver(idle));
        const isOver = exchanged?.isBegun || isClosed || !request.mayBegin();
        if (exchanged && isOver) return exchanged;
        if (!handshakes.acquire(companyId, 1)) await handshakes.wait(companyId, 1);
        const connection = openFor(url, owner);
        const exchanging = exchangeOver(connection);
        void Promise.race([connection.connected, delay(MAX_HANDSHAKE_SLOT_MS)]).then(() =>
          handshakes.release(companyId, 1),
        );
        return exchanging;
      }

      const exchanged = await exchange().catch(notBegun);
      const durationMs = Math.round(performance.now() - began.ms);
      return { startedAt: began.at, durationMs, ...resultOf(exchanged) };
    },

    close() {
      isClosed = true;
      clearInterval(checking);
      for (const connection of open) connection.close();
    },
  };
}

function requestOf(body: string, options: PostOptions): HttpRequest {
  const { headers, maxHeaderBytes, maxBodyBytes } = options;
  const { isStillWanted = async () => true, mayBegin = () => true } = options;
  const all = ['accept-encoding', 'identity', ...Object.entries(headers).flat()];
  return { headers: all, body, maxHeaderBytes, maxBodyBytes, isStillWanted, mayBegin };
}

const notBegun = (): Exchange => ({
  status: undefined,
  retryAfter: undefined,
  body: Buffer.alloc(0),
  error: new NotBegun(),
  isBegun: false,
});

function resultOf(exchange: Exchange): Omit<PostResult, 'startedAt' | 'durationMs'> {
  const { status, retryAfter, body, error } = exchange;
  const isAttempt = !(error instanceof NotBegun);
  if (status === undefined) {
    const nothing = { status: null, retryAfterSeconds: null, body: null };
    return { isAttempt, ...nothing, error: transportErrorOf(error) };
  }
  return {
    isAttempt,
    status,
    error: null,
    retryAfterSeconds: secondsOf(retryAfter),
    body: storable(body.toString()),
  };
}

/** PostgreSQL's text holds no U+0000. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max((at - Date.now()) / 1_000, 0);
}
