import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@svc/contracts';
import type { ApiKey } from '../keys/key';
import type { Quota } from '../limits/quota';

/** One request with its response, and what admission has found out about it so far. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request_id of every answer and log line. */
  readonly id: string;
  /** The client's address, also behind trusted proxies. */
  readonly address: string;
  /** Of the process's monotonic clock, in nanoseconds. */
  readonly startedAt: bigint;
  /** Whether the client has gone: there is nobody to answer. */
  hasLeft: boolean;
  /** Aborted as soon as the client leaves. */
  whenLeft?: () => void;
  /** Called once the client has taken the whole answer, or has left. */
  whenTaken?: (() => void) | undefined;
  key?: ApiKey;
  /** The methods of the path, once the path is known. */
  methods?: ReadonlySet<string>;
  operation?: Operation;
  /** The limit that the X-RateLimit headers show. */
  quota?: Quota;
  /** Whether it has been counted in the metrics and, unless it was a success, logged. */
  isLogged?: boolean;
}
