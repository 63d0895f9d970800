import {
  BULK_HEADER,
  CONTEXT_HEADER,
  isBulk,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  TOKEN_REJECTED_HEADER,
  INCOMPLETE_HEADER,
  type Context,
  type Operation,
} from '@svc/contracts';
import type { Answer } from '../admission/answer';
import type { Exchange } from '../admission/exchange';
import type { ApiKey } from '../keys/key';
import { statementRefused } from './statement-refused';
import type { Upstream, UpstreamAnswer } from './upstream';

export type Upstreams = Readonly<Record<Context, Upstream>>;

export interface Forwarding {
  readonly upstreams: Upstreams;
  readonly now: () => Date;
}

/** What a service may see of the client's own headers; all others end here. */
const PASSED_ON = [
  'accept',
  'content-type',
  'content-encoding',
  'if-match',
  'if-none-match',
  'user-agent',
] as const;

/**
 * What a client may see of the headers of a service's answer; all others end here. A service that was
 * taken over must not set cookies, or clear what a browser keeps, at the gateway's address.
 */
const PASSED_BACK = [
  'allow',
  'content-type',
  'deprecation',
  'etag',
  'link',
  'retry-after',
  'sunset',
] as const;

export interface Admitted {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly owner: Context;
  readonly operation: Operation;
  readonly body: Buffer | undefined;
  readonly outlivesClient: boolean;
  /** Of a request that has an Idempotency-Key. */
  readonly name?: string;
}

/** The owning service's answer to an admitted request. */
export async function forward(
  { exchange, key, owner, operation, body, outlivesClient, name }: Admitted,
  { upstreams, now }: Forwarding,
): Promise<Answer> {
  const { request } = exchange;
  const headers: Record<string, string> = {
    host: owner,
    [CONTEXT_HEADER]: key.vouch({ audience: owner, operation: operation.name }, now().getTime()),
    [REQUEST_ID_HEADER]: exchange.id,
  };
  for (const passed of PASSED_ON) {
    const value = request.headers[passed];
    if (value !== undefined) headers[passed] = value;
  }
  if (name !== undefined)
    headers[isBulk(operation) ? BULK_HEADER : INTERNAL_IDEMPOTENCY_KEY_HEADER] = name;
  if (body) headers['content-length'] = String(body.length);
  const answer = await upstreams[owner].ask({ exchange, headers, body, outlivesClient });
  return checked(owner, answer);
}

/**
 * Lets only JSON answers and 304 reach the client, and no server error except 500; nor a 401 about what
 * the gateway vouches for. Any other is about the key, such as one that was revoked meanwhile.
 */
function checked(owner: Context, { status, headers, body }: UpstreamAnswer): Answer {
  if (headers[TOKEN_REJECTED_HEADER] !== undefined) throw statementRefused(owner);
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  if ((!isJson && status !== 304) || status < 200 || status > 500) {
    throw new Error(`${owner} answered ${status} ${headers['content-type'] ?? 'without a type'}.`);
  }
  const kept: Record<string, string | string[]> = {};
  for (const name of PASSED_BACK) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value;
  }
  return { status, headers: kept, body, isUnfinished: headers[INCOMPLETE_HEADER] !== undefined };
}
