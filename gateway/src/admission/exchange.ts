import { IncomingMessage, type ClientRequest, type ServerResponse } from 'node:http';
import type { Operation } from '@svc/contracts';
import type { ApiKey } from '../keys/key';
import type { Quota } from '../limits/quota';

/** A call to a service, from the asking to the answer. */
export interface ServiceCall {
  proxyRequest?: ClientRequest;
  /** Among all that are under way. */
  place: number;
  readonly deadlineMs: number;
  fail(error: Error): void;
  /** Ends it for what http-proxy met, on the service's side or on the client's. */
  breakOff(error: Error): void;
  answer(proxyResponse: IncomingMessage): void;
  hasEnded: boolean;
}

/**
 * A request of the public listener, which http-proxy hands back with all that it tells of a call.
 *
 * It holds its call itself. In a Map from one to the other V8 keeps each table that the Map has outgrown,
 * with the requests that were in it, until it collects all memory: to carry those along took a seventh of
 * the gateway's processor time. The entries of a WeakMap cost no less.
 */
export class PublicRequest extends IncomingMessage {
  /** Under way with a service. */
  call?: ServiceCall | undefined;
}

/** One request on its way through admission, with what has been found out about it so far. */
export interface Exchange {
  readonly request: PublicRequest;
  readonly response: ServerResponse;
  /** The request_id of every answer and log line. */
  readonly id: string;
  /** The client's address, behind trusted proxies too. */
  readonly address: string;
  /** Of the process's monotonic clock, in nanoseconds. */
  readonly startedAt: bigint;
  /** Whether the client has gone: there is nobody to answer. */
  hasLeft: boolean;
  /** Told at once when the client goes. */
  whenLeft?: () => void;
  key?: ApiKey;
  /** The methods of the path, known once the path is. */
  methods?: ReadonlySet<string>;
  operation?: Operation;
  /** The limit that the X-RateLimit headers tell of. */
  quota?: Quota;
  /** Whether it is measured and, where it was no success, in the log. */
  isLogged?: boolean;
}
