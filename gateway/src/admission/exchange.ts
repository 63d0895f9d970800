import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@svc/contracts';
import { BoundedRequest } from '@svc/http';
import type { ApiKey } from '../keys/key';
import type { Quota } from '../limits/quota';

/** A call to a service that has no whole answer yet; it is told what http-proxy reports of it. */
export interface ServiceCall {
  proxyRequest?: ClientRequest;
  /** Ends it with the error that http-proxy reported, of the service's side or of the client's. */
  breakOff(error: Error): void;
  answer(proxyResponse: IncomingMessage): void;
}

/**
 * A request of the public listener; http-proxy passes it along with every event of its call.
 *
 * It holds its call itself. With a Map from requests to calls, V8 keeps each table that the Map has
 * outgrown, and the requests that were in it, until the next full collection: copying those took a
 * seventh of the gateway's processor time. The entries of a WeakMap cost no less.
 */
export class PublicRequest extends BoundedRequest {
  /** Under way with a service. */
  call?: ServiceCall | undefined;
}

/** What a request holds from before its body is read until its client has taken the response or is gone. */
export interface Ticket {
  /**
   * Weighs the response in place of the body.
   *
   * @throws when a read's response has no room. That of a write is always sent: it is small, and its
   * change has been made.
   */
  weighResponse(bytes: number): void;
  release(): void;
}

/** One request with its response, and what admission has found out about it so far. */
export interface Exchange {
  readonly request: PublicRequest;
  readonly response: ServerResponse;
  /** The request_id of every answer and log line. */
  readonly id: string;
  /** The client's address, also behind trusted proxies. */
  readonly address: string;
  /** What limits on clients count that under, as `clientOf` has it. */
  readonly client: string;
  /** Of the process's monotonic clock, in nanoseconds. */
  readonly startedAt: bigint;
  /** Whether the client has gone, or was refused in the middle of its request: there is nobody to answer. */
  hasLeft: boolean;
  /** Aborted as soon as the client leaves. */
  whenLeft?: () => void;
  /** Of an admitted request, until its client has taken the response or is gone. */
  ticket?: Ticket;
  key?: ApiKey;
  /** The methods of the path, once the path is known. */
  methods?: ReadonlySet<string>;
  operation?: Operation;
  /** Of a write, while it is under way: from when it has been read until it is answered. */
  body?: Buffer | undefined;
  /** A person's request, which counts against no API limit. */
  isForDashboard?: boolean;
  /** The limit that the X-RateLimit headers show. */
  quota?: Quota;
  /** Whether it has been counted in the metrics and, unless it was a success, logged. */
  isLogged?: boolean;
}
