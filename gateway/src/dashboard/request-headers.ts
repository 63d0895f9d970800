import {
  CONTEXT_HEADER,
  DomainError,
  REQUEST_ID_HEADER,
  type CallerIdentity,
} from '@svc/contracts';
import type { SignToken } from '@svc/trust';
import type { Exchange } from '../admission/exchange';
import type { AddressRanges } from '../keys/address-ranges';

/** What the dashboard may see of a browser's own headers; all others end here. */
const PASSED_ON = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'origin',
  'range',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
  'x-unattended',
] as const;

/** Who asks, as far as the gateway knows: the dashboard finds out the person and the company. */
export const UNKNOWN_PERSON: CallerIdentity = {
  reach: 'internal',
  companyId: 0,
  zone: 'UTC',
  country: 'US',
  actor: 'ui',
  scopes: [],
};

export interface HeadersSettings {
  readonly vouch: SignToken;
  readonly trustedProxies: AddressRanges;
  readonly now: () => Date;
}

/** All headers of a request to the dashboard: the browser's own, and what the gateway knows of it. */
export function requestHeaders(
  exchange: Exchange,
  body: Buffer | undefined,
  { vouch, trustedProxies, now }: HeadersSettings,
): Record<string, string> {
  const { request, id, address } = exchange;
  const headers: Record<string, string> = {
    'host': 'dashboard',
    [CONTEXT_HEADER]: vouch({ audience: 'dashboard' }, now().getTime()),
    [REQUEST_ID_HEADER]: id,
    'x-forwarded-for': address,
    ...originOf(exchange, trustedProxies),
  };
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value.toString();
  }
  if (body) headers['content-length'] = String(body.length);
  return headers;
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** By which protocol and host the browser asked: a trusted proxy says so, for anybody else it is plain HTTP. */
function originOf({ request }: Exchange, trustedProxies: AddressRanges): Record<string, string> {
  const isTrusted = trustedProxies.includes(request.socket.remoteAddress ?? '');
  const said = (name: string): string | undefined =>
    isTrusted ? lastOf(request.headers[name]?.toString()) : undefined;
  const host = said('x-forwarded-host') ?? request.headers.host;
  if (host !== undefined && !HOST.test(host)) {
    throw new DomainError('bad_request', 'The Host header names no host.');
  }
  return {
    'x-forwarded-proto': said('x-forwarded-proto') === 'https' ? 'https' : 'http',
    ...(host !== undefined && { 'x-forwarded-host': host }),
  };
}

/** What the nearest proxy said: anything before it may come from the client. */
const lastOf = (list: string | undefined): string | undefined => list?.split(',').at(-1)?.trim();
