import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@svc/contracts';
import type { ApiKey } from '../keys/key';
import type { Quota } from '../limits/quota';

/** One request on its way through admission, with what has been found out about it so far. */
export interface Exchange {
  readonly request: IncomingMessage;
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
