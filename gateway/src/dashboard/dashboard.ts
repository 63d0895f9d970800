import {
  MAX_BODY_BYTES,
  DASHBOARD_PATH,
  DASHBOARD_TIMEOUT_MS,
  DomainError,
  isCalendarPath,
} from '@svc/contracts';
import { createFairShare, type FairShare, type LimitedResource } from '@svc/kernel';
import type { Trust } from '@svc/trust';
import type { Exchange } from '../admission/exchange';
import { logResponse, type ResponseLog } from '../admission/log-response';
import { PLAIN_PATH } from '../admission/plain-path';
import { measureBody, ClientLeft, readBody } from '../admission/read-body';
import { createServiceCalls } from '../forwarding/service-calls';
import type { AddressRanges } from '../keys/address-ranges';
import type { NamedWindows } from '../limits/named-windows';
import { limitCalendarRequests, limitRequests, type DashboardLimits } from './limit-requests';
import { streamResponse, type StreamResult } from './stream-response';
import { createRequestHeaders, UNKNOWN_PERSON } from './request-headers';

export interface DashboardSettings extends ResponseLog {
  readonly url: string;
  readonly trust: Trust;
  readonly trustedProxies: AddressRanges;
  readonly windows: NamedWindows;
  readonly limits: DashboardLimits;
  readonly streams: { readonly total: number; readonly perClient: number };
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

export interface Dashboard {
  forward(exchange: Exchange, path: string): Promise<void>;
  /** Ends present and future event streams, whose browsers then reconnect elsewhere. */
  endStreams(): void;
  close(): Promise<void>;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const CALENDAR_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const PLAIN_ADDRESS = new RegExp(`^${PLAIN_PATH}/?$`);

/**
 * Requests that wait for the service or whose response is being sent. A client's maximum is more
 * than a building of people needs.
 */
const MAX_REQUESTS = 2_000;
const MAX_REQUESTS_PER_CLIENT = 500;
/** A twelfth of the process's memory in `deploy`. */
const MAX_TOTAL_BODY_BYTES = 32 * MAX_BODY_BYTES;
const MAX_CLIENT_BODY_BYTES = 8 * MAX_BODY_BYTES;

export const isDashboardPath = (path: string): boolean =>
  path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`) || isCalendarPath(path);

export function createDashboard({
  url,
  trust,
  trustedProxies,
  windows,
  limits,
  streams: { total, perClient },
  now,
  timeoutMs = DASHBOARD_TIMEOUT_MS,
  ...responseLog
}: DashboardSettings): Dashboard {
  const underWay = createFairShare<string>(MAX_REQUESTS, MAX_REQUESTS_PER_CLIENT);
  const bodies = createFairShare<string>(MAX_TOTAL_BODY_BYTES, MAX_CLIENT_BODY_BYTES);
  const streamsByClient = createFairShare<string>(Infinity, perClient);
  const streams: LimitedResource<string> = {
    acquire: (client, weight) =>
      streamsByClient.getTotalWeight() + weight <= total && streamsByClient.acquire(client, weight),
    release: streamsByClient.release,
  };
  const endsByExchange = new Map<Exchange, () => void>();
  const signToken = trust.signFor(UNKNOWN_PERSON);
  const calls = createServiceCalls<StreamResult>({
    name: 'dashboard',
    url,
    timeoutMs,
    receive: (serviceResponse, receiving, { exchange }) =>
      streamResponse(serviceResponse, receiving, exchange, {
        timeoutMs,
        streams,
        onEventStream: trackEventStream,
      }),
  });

  let isEnding = false;

  function trackEventStream(exchange: Exchange, end: () => void): void {
    endsByExchange.set(exchange, end);
    if (isEnding) end();
    underWay.release(exchange.client, 1);
    logResponse(exchange, undefined, responseLog);
  }

  async function callDashboard(exchange: Exchange, body: Buffer | undefined): Promise<void> {
    const headers = createRequestHeaders(exchange, body, { signToken, trustedProxies, now });
    const result = await calls.send({ exchange, headers, body, outlivesClient: false });
    if (!result) throw new ClientLeft();
    if (result.refusal) throw result.refusal;
    logResponse(exchange, undefined, responseLog);
  }

  /** Counts only requests whose body has arrived: a client may send it slowly. */
  async function callWithinShare(exchange: Exchange, body: Buffer | undefined): Promise<void> {
    acquire(underWay, exchange.client, 1); // 429
    try {
      await callDashboard(exchange, body);
    } finally {
      if (!endsByExchange.delete(exchange)) underWay.release(exchange.client, 1);
    }
  }

  return {
    async forward(exchange, path) {
      const { request, client } = exchange;
      const isCalendar = isCalendarPath(path);
      exchange.methods = isCalendar ? CALENDAR_METHODS : METHODS;
      exchange.isForDashboard = true;
      if (!exchange.methods.has(request.method ?? '')) {
        throw new DomainError('method_not_allowed', `${request.method} is not supported here.`);
      }
      if (!PLAIN_ADDRESS.test(path))
        throw new DomainError('not_found', 'This path does not exist.');
      if (isCalendar) await limitCalendarRequests(exchange, path, windows); // 429
      else await limitRequests(exchange, windows, limits); // 429
      const bytes = measureBody(request);
      acquire(bodies, client, bytes); // 429
      try {
        await callWithinShare(exchange, await readBody(exchange)); // 400, 408, 413, 429
      } finally {
        bodies.release(client, bytes);
      }
    },
    endStreams() {
      isEnding = true;
      for (const end of endsByExchange.values()) end();
    },
    close: calls.close,
  };
}

function acquire(share: FairShare<string>, client: string, weight: number): void {
  if (share.acquire(client, weight)) return;
  const message = 'Too many requests to the dashboard are under way.';
  throw new DomainError('rate_limit_exceeded', message, { retry_after: 1 });
}
