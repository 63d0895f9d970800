import {
  BULK_HEADER,
  IGNORED_NAMES_HEADER,
  CONTEXT_HEADER,
  isBulk,
  INTERNAL_IDEMPOTENCY_KEY_HEADER,
  LONG_POLLS,
  REQUEST_ID_HEADER,
  TOKEN_REJECTED_HEADER,
  INCOMPLETE_HEADER,
  type Context,
  type Operation,
} from '@svc/contracts';
import type { GatewayResponse } from '../admission/response';
import type { Exchange } from '../admission/exchange';
import type { ApiKey } from '../keys/key';
import { createTokenRejected } from './token-rejected';
import type { Upstream, UpstreamResponse } from './upstream';

export type Upstreams = Readonly<Record<Context, Upstream>>;

export interface Forwarding {
  readonly upstreams: Upstreams;
  readonly now: () => Date;
}

const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'content-encoding',
  'if-match',
  'if-none-match',
  'prefer',
  'user-agent',
] as const;

/** All others are dropped: a hacked service must not set cookies. */
const RETURNED_HEADERS = [
  'allow',
  'content-type',
  'deprecation',
  'etag',
  'link',
  'preference-applied',
  'retry-after',
  'sunset',
] as const;

export interface AdmittedRequest {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly owner: Context;
  readonly operation: Operation;
  readonly body: Buffer | undefined;
  readonly outlivesClient: boolean;
  /** Set if the service does the request once, even if its response is lost. */
  readonly requestHash?: string;
}

export async function forwardRequest(
  { exchange, key, owner, operation, body, outlivesClient, requestHash }: AdmittedRequest,
  { upstreams, now }: Forwarding,
): Promise<GatewayResponse> {
  const { request } = exchange;
  const headers: Record<string, string> = {
    host: owner,
    [CONTEXT_HEADER]: key.signToken(
      { audience: owner, operation: operation.name },
      now().getTime(),
    ),
    [REQUEST_ID_HEADER]: exchange.id,
  };
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value.toString();
  }
  if (requestHash !== undefined)
    headers[isBulk(operation) ? BULK_HEADER : INTERNAL_IDEMPOTENCY_KEY_HEADER] = requestHash;
  if (body) headers['content-length'] = String(body.length);
  const isLongPoll = LONG_POLLS.includes(operation.name);
  const response = await upstreams[owner].call({
    exchange,
    headers,
    body,
    outlivesClient,
    isLongPoll,
  });
  return checkResponse(owner, response);
}

/** A 401 about the gateway's own token is our fault; any other means a revoked key. */
function checkResponse(
  owner: Context,
  { status, headers, body }: UpstreamResponse,
): GatewayResponse {
  if (headers[TOKEN_REJECTED_HEADER] !== undefined) throw createTokenRejected(owner);
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  if ((!isJson && status !== 304) || status < 200 || status > 500) {
    throw new Error(
      `${owner} responded with ${status} ${headers['content-type'] ?? 'without a type'}.`,
    );
  }
  const returned: Record<string, string | string[]> = {};
  for (const name of RETURNED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) returned[name] = value;
  }
  const ignored = headers[IGNORED_NAMES_HEADER]?.toString();
  return {
    status,
    headers: returned,
    body,
    isIncomplete: headers[INCOMPLETE_HEADER] !== undefined,
    ...(ignored !== undefined && { ignoredNames: ignored.split(',').map(decodeURIComponent) }),
  };
}
