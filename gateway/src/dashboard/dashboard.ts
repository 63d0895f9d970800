import { MAX_BODY_BYTES, DASHBOARD_PATH, DASHBOARD_TIMEOUT_MS, DomainError } from '@svc/contracts';
import { createFairShare, type FairShare, type LimitedResource } from '@svc/kernel';
import type { Trust } from '@svc/trust';
import type { Exchange } from '../admission/exchange';
import { logAnswer, type AnswerLog } from '../admission/log-answer';
import { PLAIN_PATH } from '../admission/plain-path';
import { bytesOfBody, ClientLeft, readBody } from '../admission/read-body';
import { serviceCalls } from '../forwarding/service-calls';
import type { AddressRanges } from '../keys/address-ranges';
import type { NamedWindows } from '../limits/named-windows';
import { limitRequests, type DashboardLimits } from './limit-requests';
import { passAnswer, type Passed } from './pass-answer';
import { requestHeaders, UNKNOWN_PERSON } from './request-headers';

export interface DashboardSettings extends AnswerLog {
  /** The addresses of the service, as `DASHBOARD_URL` has them. */
  readonly url: string;
  readonly trust: Trust;
  readonly trustedProxies: AddressRanges;
  readonly windows: NamedWindows;
  readonly limits: DashboardLimits;
  /** How many event streams may be open. */
  readonly streams: { readonly total: number; readonly perClient: number };
  readonly now: () => Date;
  /** The longest wait for the beginning of an answer, and for each further part of it. */
  readonly timeoutMs?: number;
}

/** The people's side of the gateway: it passes their requests on to the dashboard, without API keys. */
export interface Dashboard {
  /** Passes a request on, and its answer back as it comes. */
  pass(exchange: Exchange, path: string): Promise<void>;
  /** Ends the event streams, present and future ones, whose browsers then ask another gateway. */
  endStreams(): void;
  close(): Promise<void>;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** With or without a slash at the end. */
const PLAIN_ADDRESS = new RegExp(`^${PLAIN_PATH}/?$`);

/**
 * Requests that the service works on or whose answers are being taken, of a client more than a building
 * full of people has; a service that hangs holds no more of the gateway's memory.
 */
const MOST_UNDER_WAY = 2_000;
const MOST_UNDER_WAY_OF_A_CLIENT = 500;
/** Of the bodies in memory: a twelfth of what `deploy` gives the process. */
const MOST_BODY_BYTES = 32 * MAX_BODY_BYTES;
const MOST_BODY_BYTES_OF_A_CLIENT = 8 * MAX_BODY_BYTES;

export const isOfDashboard = (path: string): boolean =>
  path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);

export function dashboardAt({
  url,
  trust,
  trustedProxies,
  windows,
  limits,
  streams: { total, perClient },
  now,
  timeoutMs = DASHBOARD_TIMEOUT_MS,
  ...answerLog
}: DashboardSettings): Dashboard {
  // No few clients keep others out, whatever they do not send or take.
  const underWay = createFairShare<string>(MOST_UNDER_WAY, MOST_UNDER_WAY_OF_A_CLIENT);
  const bodies = createFairShare<string>(MOST_BODY_BYTES, MOST_BODY_BYTES_OF_A_CLIENT);
  const streamsOfClients = createFairShare<string>(Infinity, perClient);
  const streams: LimitedResource<string> = {
    acquire: (client, weight) =>
      streamsOfClients.getTotalWeight() + weight <= total &&
      streamsOfClients.acquire(client, weight),
    release: streamsOfClients.release,
  };
  const endings = new Map<Exchange, () => void>();
  const vouch = trust.signFor(UNKNOWN_PERSON);
  const calls = serviceCalls<Passed>({
    name: 'dashboard',
    url,
    timeoutMs,
    receive: (answer, receiving, { exchange }) =>
      passAnswer(answer, receiving, exchange, { timeoutMs, streams, begun }),
  });

  let isEnding = false;

  function begun(exchange: Exchange, end: () => void): void {
    endings.set(exchange, end);
    if (isEnding) end();
    // It has room of its own, and may last for hours.
    underWay.release(exchange.client, 1);
    logAnswer(exchange, undefined, answerLog);
  }

  async function passOn(exchange: Exchange, body: Buffer | undefined): Promise<void> {
    const headers = requestHeaders(exchange, body, { vouch, trustedProxies, now });
    const passed = await calls.send({ exchange, headers, body, outlivesClient: false });
    if (!passed) throw new ClientLeft();
    if (passed.refusal) throw passed.refusal;
    logAnswer(exchange, undefined, answerLog);
  }

  /** Counts a request as under way from when all of it is here: its client may have sent it slowly. */
  async function passOnInItsShare(exchange: Exchange, body: Buffer | undefined): Promise<void> {
    acquire(underWay, exchange.client, 1); // 429
    try {
      await passOn(exchange, body);
    } finally {
      if (!endings.delete(exchange)) underWay.release(exchange.client, 1);
    }
  }

  return {
    async pass(exchange, path) {
      const { request, client } = exchange;
      exchange.methods = METHODS;
      exchange.isForDashboard = true;
      if (!METHODS.has(request.method ?? '')) {
        throw new DomainError('method_not_allowed', `${request.method} is not supported here.`);
      }
      if (!PLAIN_ADDRESS.test(path))
        throw new DomainError('not_found', 'This path does not exist.');
      await limitRequests(exchange, windows, limits); // 429
      const bytes = bytesOfBody(request);
      // Held until the request is answered.
      acquire(bodies, client, bytes); // 429
      try {
        await passOnInItsShare(exchange, await readBody(exchange)); // 400, 408, 413, 429
      } finally {
        bodies.release(client, bytes);
      }
    },
    endStreams() {
      isEnding = true;
      for (const end of endings.values()) end();
    },
    close: calls.close,
  };
}

/** Acquires a part of what all clients share, or refuses the request where there is no room for it. */
function acquire(share: FairShare<string>, client: string, weight: number): void {
  if (share.acquire(client, weight)) return;
  const message = 'Too many requests to the dashboard are under way.';
  throw new DomainError('rate_limit_exceeded', message, { retry_after: 1 });
}
