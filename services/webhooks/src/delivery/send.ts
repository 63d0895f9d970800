import { constants } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, DEFAULT_CIPHERS, type SecureContextOptions } from 'node:tls';
import { RECEIVER_TIMEOUT_MS } from '@svc/contracts';
import { roundRobin } from '@svc/kernel';
import { errors } from 'undici';
import type { AddressGuard } from '../domain/address-guard';
import type { Answered, TransportError } from '../domain/attempt';
import { hasAllowedPort, hostOf } from '../domain/target-url';
import { InvalidAnswer } from './answer';
import {
  DeadlinePassed,
  HandshakeTooLong,
  NoLongerWanted,
  NoTurnInTime,
  type Exchange,
  type HttpRequest,
} from './connection';
import { keepConnections, type Destination } from './connections';
import { BlockedAddress, guardedLookup } from './guarded-lookup';
import type { ResolveHost } from './resolve-host';

export interface SenderSettings {
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  /** Trusted certificates in place of the system's. */
  readonly ca?: string;
  readonly deadlineMs?: number;
  /** Idle connections, at most. */
  readonly keptConnections?: number;
}

export interface Outgoing extends Destination, Pick<HttpRequest, 'wanted'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of one request. */
export interface Sent extends Answered {
  /**
   * False where others of its company kept the receiver from being heard in time, or where nothing was sent:
   * it had lost its right to the event, or that was last checked too long ago.
   */
  readonly gotResult: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The first 2 KB of the answer. */
  readonly answer: string | null;
}

/** Sends signed events to other people's servers. */
export interface Sender {
  /** One request at most. Never rejects: whatever a receiver does is an outcome. */
  send(outgoing: Outgoing): Promise<Sent>;
  close(): void;
}

/** One deadline for name look-up, connection, TLS, headers and body together. */
const DEADLINE_MS = RECEIVER_TIMEOUT_MS;

/** A new connection takes a third of a millisecond, and hundreds of deliveries may begin at once. */
const OPENED_IN_A_TURN = 8;

/**
 * A receiver chooses how keys are exchanged, and as often as it likes. By numbers of its own of 10,000
 * bits that takes three quarters of a second of processor time, by curves one to five milliseconds;
 * every server of the last ten years knows those.
 */
const CHEAP_CRYPTOGRAPHY: SecureContextOptions = {
  ciphers: `${DEFAULT_CIPHERS}:!DHE`,
  // By default also groups of numbers of 8,192 bits, with which a handshake takes an eighth of a second.
  ecdhCurve: 'X25519:P-256:P-384:P-521',
  // A receiver could ask for a new handshake again and again.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};

/**
 * Sends over HTTP/1.1 with connections that are kept.
 *
 * Redirects are not followed, bodies are not decompressed, and the proxy variables of the environment
 * are ignored. The status and headers decide the outcome; the body is read for the log only, up to a
 * limit and the deadline.
 */
export function createSender(settings: SenderSettings): Sender {
  const { guard, resolve, ca, deadlineMs = DEADLINE_MS, keptConnections } = settings;
  const lookupOf = guardedLookup(guard, resolve);
  const security = createSecureContext({ ca, ...CHEAP_CRYPTOGRAPHY });
  const connections = keepConnections({ lookupOf, security }, keptConnections);
  const openings = roundRobin<number, () => void>((open) => open(), OPENED_IN_A_TURN);
  let isClosed = false;

  async function exchange(outgoing: Outgoing, deadlineAt: number): Promise<Exchange> {
    const { body, wanted } = outgoing;
    const request = { headers: headersOf(outgoing), body, wanted };
    const left = (): number => deadlineAt - performance.now();
    const exchanged = await connections.idle(outgoing)?.exchange(request, left());
    if (exchanged && (exchanged.wasAsked || isClosed)) return exchanged;
    if (isRefused(outgoing.url, guard)) return nothingSent(new BlockedAddress());
    await new Promise<void>((open) => openings.ask(outgoing.companyId, open));
    if (isClosed) return nothingSent(new Error('Closed on our side.'));
    return connections.fresh(outgoing).exchange(request, left());
  }

  return {
    async send(outgoing) {
      const startedAt = new Date();
      const began = performance.now();
      const exchanged = await exchange(outgoing, began + deadlineMs);
      const outcome = outcomeOf(exchanged);
      return {
        gotResult: !NO_RESULT.some((kind) => exchanged.error instanceof kind),
        startedAt,
        durationMs: Math.round(performance.now() - began),
        responseCode: outcome.responseCode,
        error: outcome.error,
        retryAfterSeconds: outcome.retryAfterSeconds,
        answer: outcome.answer,
      };
    },
    close() {
      isClosed = true;
      connections.close();
    },
  };
}

/** Names and values alternate. */
function headersOf({ headers }: Outgoing): string[] {
  const all = ['accept-encoding', 'identity'];
  for (const [name, value] of Object.entries(headers)) all.push(name, value);
  return all;
}

const nothingSent = (error: Error): Exchange => ({
  head: undefined,
  body: Buffer.alloc(0),
  error,
  wasAsked: false,
});

/** Checks what no look-up sees: a literal address, and a port that was allowed when the endpoint was made. */
function isRefused(url: URL, guard: AddressGuard): boolean {
  const host = hostOf(url);
  return !hasAllowedPort(url) || (isIP(host) !== 0 && !guard.allows(host));
}

const NO_RESULT = [NoTurnInTime, NoLongerWanted];

type Outcome = Omit<Sent, 'startedAt' | 'durationMs' | 'gotResult'>;

function outcomeOf({ head, body, error }: Exchange): Outcome {
  if (!head) return failed(error);
  return {
    responseCode: head.status,
    error: null,
    retryAfterSeconds: retryAfterOf(head.retryAfter),
    answer: storable(body.toString()),
  };
}

const failed = (error: Error | undefined): Outcome => ({
  responseCode: null,
  error: transportErrorOf(error),
  retryAfterSeconds: null,
  answer: null,
});

/** PostgreSQL's text holds no U+0000. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** The header's seconds, or the time until its date. */
function retryAfterOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max((at - Date.now()) / 1_000, 0);
}

/** The answer is not HTTP/1, contradicts itself, or is longer than what is read. */
const INVALID_ANSWER = [
  InvalidAnswer,
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseContentLengthMismatchError,
];

/** The name of an error in the delivery log, which reveals nothing about our network. */
function transportErrorOf(error: NodeJS.ErrnoException | undefined): TransportError {
  if (error instanceof DeadlinePassed || error instanceof NoTurnInTime) return 'timeout';
  if (error instanceof BlockedAddress) return 'blocked_address';
  if (INVALID_ANSWER.some((kind) => error instanceof kind)) return 'invalid_response';
  if (error instanceof HandshakeTooLong) return 'tls_error';
  return isTlsCode(String(error?.code ?? '')) ? 'tls_error' : 'unreachable';
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_)/;
const isTlsCode = (code: string): boolean => TLS_CODE.test(code);
