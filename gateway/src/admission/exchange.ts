import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@svc/contracts';
import { BoundedRequest } from '@svc/http';
import { newUlid } from '@svc/outbox';
import type { ApiKey } from '../keys/key';
import type { Quota } from '../limits/quota';

export interface ProxiedCall {
  proxyRequest?: ClientRequest;
  /** Ends the call after an error on the service's or the client's side. */
  loseConnection(error: Error): void;
  receive(proxyResponse: IncomingMessage): void;
}

/**
 * A request holds its call itself: a busy Map or WeakMap from requests to calls cost a seventh of
 * the gateway's processor time, because V8 copies outgrown tables.
 */
export class PublicRequest extends BoundedRequest {
  call?: ProxiedCall | undefined;
}

/** A request's share of its company's slots and memory; see `tickets.ts`. */
export interface Ticket {
  /** Releases the body's memory and reserves the response's. @throws if there is none for a GET. */
  reserveResponse(bytes: number): void;
  release(): void;
}

/** One request with its response, and what the checks have found out so far. */
export interface Exchange {
  readonly request: PublicRequest;
  readonly response: ServerResponse;
  readonly id: string;
  readonly address: string;
  /** The address, or its IPv6 network: limits on clients count this. */
  readonly client: string;
  /** Nanoseconds of the monotonic clock. */
  readonly startedAt: bigint;
  /** Nobody waits for a response: the client left, or was rejected in mid-request. */
  hasLeft: boolean;
  onLeft?: () => void;
  ticket?: Ticket;
  key?: ApiKey;
  methods?: ReadonlySet<string>;
  operation?: Operation;
  /** The body of a write, from its reading to its response. */
  body?: Buffer | undefined;
  isForDashboard?: boolean;
  quota?: Quota;
  isLogged?: boolean;
}

export const createRequestId = (): string => `req_${newUlid()}`;
