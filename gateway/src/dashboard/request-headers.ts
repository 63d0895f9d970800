import {
  CONTEXT_HEADER,
  DomainError,
  REQUEST_ID_HEADER,
  type CallerIdentity,
} from '@svc/contracts';
import type { SignToken } from '@svc/trust';
import type { Exchange } from '../admission/exchange';
import type { AddressRanges } from '../keys/address-ranges';

const FORWARDED_HEADERS = [
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

export const UNKNOWN_PERSON: CallerIdentity = {
  reach: 'internal',
  companyId: 0,
  zone: 'UTC',
  country: 'US',
  actor: 'ui',
  scopes: [],
};

export interface HeadersSettings {
  readonly signToken: SignToken;
  readonly trustedProxies: AddressRanges;
  readonly now: () => Date;
}

export function createRequestHeaders(
  exchange: Exchange,
  body: Buffer | undefined,
  { signToken, trustedProxies, now }: HeadersSettings,
): Record<string, string> {
  const { request, id, address } = exchange;
  const headers: Record<string, string> = {
    'host': 'dashboard',
    [CONTEXT_HEADER]: signToken({ audience: 'dashboard' }, now().getTime()),
    [REQUEST_ID_HEADER]: id,
    'x-forwarded-for': address,
    ...findOrigin(exchange, trustedProxies),
  };
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value.toString();
  }
  if (body) headers['content-length'] = String(body.length);
  return headers;
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Only a trusted proxy may report the protocol and host; otherwise it is plain HTTP. */
function findOrigin({ request }: Exchange, trustedProxies: AddressRanges): Record<string, string> {
  const isTrusted = trustedProxies.includes(request.socket.remoteAddress ?? '');
  const readTrusted = (name: string): string | undefined =>
    isTrusted ? lastValue(request.headers[name]?.toString()) : undefined;
  const host = readTrusted('x-forwarded-host') ?? request.headers.host;
  if (host !== undefined && !HOST.test(host)) {
    throw new DomainError('bad_request', 'The Host header is not a host name.');
  }
  return {
    'x-forwarded-proto': readTrusted('x-forwarded-proto') === 'https' ? 'https' : 'http',
    ...(host !== undefined && { 'x-forwarded-host': host }),
  };
}

const lastValue = (list: string | undefined): string | undefined => list?.split(',').at(-1)?.trim();
