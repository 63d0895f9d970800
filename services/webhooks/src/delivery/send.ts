import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from '../domain/address-guard';
import type { Answered, TransportError } from '../domain/attempt';
import { boundReading } from './bounded-reading';
import { BlockedAddress, guardedLookup } from './guarded-lookup';
import type { ResolveHost } from './resolve-host';

export interface SenderSettings {
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  /** Trusted certificates in place of the system's. */
  readonly ca?: string;
  readonly deadlineMs?: number;
}

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What one request came to. */
export interface Sent extends Answered {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The first 2 KB of the answer. */
  readonly answer: string | null;
}

/** Sends signed events to other people's servers. */
export interface Sender {
  /** Never rejects: whatever a receiver does is an outcome. */
  send(outgoing: Outgoing): Promise<Sent>;
  close(): void;
}

/** One deadline over name look-up, connection, TLS, headers and body. */
const DEADLINE_MS = 10_000;
/** Of everything that is read in answer to a request. */
const ANSWER_LIMIT_BYTES = 64 * 1024;
const KEPT_ANSWER_BYTES = 2 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
const IDLE_CONNECTIONS_PER_HOST = 64;
const IDLE_MS = 15_000;

interface Exchange {
  readonly responseCode: number | null;
  readonly error: TransportError | null;
  readonly retryAfterSeconds: number | null;
  readonly answer: Buffer | null;
}

/**
 * Sends over HTTP/1.1 with connections that are kept.
 *
 * Nothing is followed or inflated, and the proxy variables of the environment are not read. Headers
 * decide the outcome; what comes after them is read for the log, up to a limit and the deadline.
 */
export function createSender(settings: SenderSettings): Sender {
  const { guard, resolve, ca, deadlineMs = DEADLINE_MS } = settings;
  const agent = new Agent({
    keepAlive: true,
    // The engine bounds what a host gets at once: what is sent waits for nothing, for its time runs.
    maxFreeSockets: IDLE_CONNECTIONS_PER_HOST,
    timeout: IDLE_MS,
    scheduling: 'lifo',
  });
  const options: RequestOptions = {
    method: 'POST',
    agent,
    lookup: guardedLookup(guard, resolve),
    maxHeaderSize: HEADER_LIMIT_BYTES,
    // Whatever the environment says about certificates.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  };

  function exchange({ url, headers, body }: Outgoing, deadlineAt: number): Promise<Exchange> {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // A connection to a literal address looks nothing up.
    if (isIP(host) && !guard.allows(host)) return Promise.resolve(failed(new BlockedAddress()));
    return new Promise((done) => {
      const outgoing = httpsRequest(target, {
        ...options,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          'content-length': Buffer.byteLength(body),
        },
      });
      let response: IncomingMessage | undefined;
      const chunks: Buffer[] = [];
      let kept = 0;
      let endCount = (): void => {};
      let isSettled = false;

      const settle = (outcome: Exchange): void => {
        if (isSettled) return;
        isSettled = true;
        clearTimeout(timer);
        endCount();
        // Later errors of a connection that is given up interest nobody.
        outgoing.on('error', () => undefined);
        if (!response?.complete) outgoing.destroy();
        done(outcome);
      };
      const answered = (): void => {
        if (response && !isSettled) settle(answerOf(response, chunks));
      };
      const timer = setTimeout(
        () => (response ? answered() : settle(failed(new DeadlinePassed()))),
        Math.max(deadlineAt - Date.now(), 0),
      );

      outgoing.once('error', (error) => {
        if (response) return answered();
        // The receiver closed an idle connection just as it was used again: nothing was delivered.
        if (wasClosedWhileIdle(outgoing, error)) {
          clearTimeout(timer);
          return done(exchange({ url, headers, body }, deadlineAt));
        }
        return settle(failed(error));
      });
      outgoing.once('upgrade', (_, socket) => {
        socket.destroy();
        settle(failed(new Error('The receiver switched protocols.')));
      });
      outgoing.once('socket', (socket) => {
        endCount = boundReading(socket, ANSWER_LIMIT_BYTES, () =>
          response ? answered() : settle(failed(new EndlessAnswer())),
        );
      });
      outgoing.once('response', (incoming) => {
        response = incoming;
        incoming.on('data', (chunk: Buffer) => {
          if (kept < KEPT_ANSWER_BYTES) chunks.push(chunk);
          kept += chunk.length;
        });
        incoming.once('end', answered);
        incoming.once('error', answered);
        incoming.once('close', answered);
      });
      outgoing.end(body);
    });
  }

  return {
    async send(outgoing) {
      const startedAt = new Date();
      const began = performance.now();
      const { answer, ...outcome } = await exchange(outgoing, startedAt.getTime() + deadlineMs);
      return {
        ...outcome,
        startedAt,
        durationMs: Math.round(performance.now() - began),
        answer: answer && storable(answer.subarray(0, KEPT_ANSWER_BYTES).toString()),
      };
    },
    close: () => agent.destroy(),
  };
}

class DeadlinePassed extends Error {}
class EndlessAnswer extends Error {}

/** PostgreSQL's text holds no U+0000. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

const wasClosedWhileIdle = (request: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const answerOf = (response: IncomingMessage, chunks: readonly Buffer[]): Exchange => ({
  responseCode: response.statusCode ?? null,
  error: null,
  retryAfterSeconds: retryAfterOf(response.headers['retry-after']),
  answer: Buffer.concat(chunks),
});

/** The header's seconds, or the time until its date. */
function retryAfterOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max((at - Date.now()) / 1_000, 0);
}

const failed = (error: Error): Exchange => ({
  responseCode: null,
  error: transportErrorOf(error),
  retryAfterSeconds: null,
  answer: null,
});

/** The name of an error in the log, which tells nothing of our network. */
function transportErrorOf(error: NodeJS.ErrnoException): TransportError {
  if (error instanceof DeadlinePassed) return 'timeout';
  if (error instanceof BlockedAddress) return 'blocked_address';
  if (error instanceof EndlessAnswer) return 'invalid_response';
  const code = String(error.code ?? '');
  if (code.startsWith('HPE_')) return 'invalid_response';
  return isTlsCode(code) ? 'tls_error' : 'unreachable';
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_)/;
const isTlsCode = (code: string): boolean => TLS_CODE.test(code);
