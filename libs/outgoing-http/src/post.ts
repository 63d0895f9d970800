import { setTimeout as delay } from 'node:timers/promises';
import { createFairQueue, createFairShare, yieldToEventLoop } from '@svc/kernel';
import type { HostRules } from './allowed-addresses';
import { createSecurity } from './connect-securely';
import {
  NotBegun,
  openConnection,
  type HttpRequest,
  type ReceiverConnection,
  type ReceiverExchange,
  type SendConditions,
} from './connection';
import { createKeptConnections } from './kept-connections';
import { NO_RESPONSE, type ReceiverResponse, type ResponseLimits } from './response';
import { toTransportError, type TransportError } from './transport-error';

export interface OutgoingHttpSettings extends HostRules {
  readonly ca?: string;
  readonly maxKeptConnections?: number;
}

export interface PostLimits extends ResponseLimits {
  /** Covers name look-up, connection, TLS, headers and body. */
  readonly deadlineMs: number;
}

export interface PostOptions extends PostLimits, Partial<SendConditions> {
  readonly headers: Readonly<Record<string, string>>;
  readonly companyId: number;
  /** Its connections are used for no other. */
  readonly endpointId: number;
}

export interface PostResult extends ReceiverResponse {
  /** False when nothing was sent, for a reason on our side. */
  readonly hasBegun: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly error: TransportError | null;
}

export interface OutgoingHttp {
  /** Sends at most one request. Never rejects. */
  post(url: URL, body: string, options: PostOptions): Promise<PostResult>;
  close(): void;
}

const MAX_KEPT_CONNECTIONS = 1_024;
const CHECK_SIZES_EVERY_MS = 100;
const MAX_HANDSHAKES = 256;
const MAX_HANDSHAKE_SLOT_MS = 100;
/** One company may use half of it. */
const MAX_WAITING = 1_024;
const MAX_WAIT_MS = 5_000;

export function createOutgoingHttp(settings: OutgoingHttpSettings): OutgoingHttp {
  const { guard, resolve, ca, maxKeptConnections = MAX_KEPT_CONNECTIONS } = settings;
  const connecting = { guard, resolve, security: createSecurity(ca) };
  const kept = createKeptConnections(maxKeptConnections);
  const open = new Set<ReceiverConnection>();
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

  function openFor(url: URL): ReceiverConnection {
    const connection = openConnection(url, connecting, () => {
      open.delete(connection);
      kept.remove(connection);
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
      const request = toRequest(body, options);
      let began = { at: new Date(), ms: performance.now() };

      async function exchangeOver(connection: ReceiverConnection): Promise<ReceiverExchange> {
        began = { at: new Date(), ms: performance.now() };
        const exchange = await connection.exchange(request, deadlineMs);
        // An early response may leave the request unsent, or more bytes may follow.
        await yieldToEventLoop();
        if (connection.isReusable()) kept.keep(owner, connection);
        return exchange;
      }

      async function exchange(): Promise<ReceiverExchange> {
        const idle = kept.take(owner);
        const exchanged = idle && (await exchangeOver(idle));
        const isOver = exchanged?.isBegun || isClosed || !request.mayBegin();
        if (exchanged && isOver) return exchanged;
        if (!handshakes.acquire(companyId, 1)) await handshakes.wait(companyId, 1);
        const connection = openFor(url);
        const exchanging = exchangeOver(connection);
        void Promise.race([connection.connected, delay(MAX_HANDSHAKE_SLOT_MS)]).then(() =>
          handshakes.release(companyId, 1),
        );
        return exchanging;
      }

      const { isBegun: _, ...exchanged } = await exchange().catch(toNotBegun);
      return {
        ...exchanged,
        hasBegun: !(exchanged.error instanceof NotBegun),
        error: exchanged.status === null ? toTransportError(exchanged.error) : null,
        startedAt: began.at,
        durationMs: Math.round(performance.now() - began.ms),
      };
    },

    close() {
      isClosed = true;
      clearInterval(checking);
      for (const connection of open) connection.close();
    },
  };
}

function toRequest(body: string, options: PostOptions): HttpRequest {
  const { headers, maxHeaderBytes, maxBodyBytes } = options;
  const { isStillWanted = async () => true, mayBegin = () => true } = options;
  const all = ['accept-encoding', 'identity', ...Object.entries(headers).flat()];
  return { headers: all, body, maxHeaderBytes, maxBodyBytes, isStillWanted, mayBegin };
}

const toNotBegun = () => ({ ...NO_RESPONSE, error: new NotBegun(), isBegun: false });
