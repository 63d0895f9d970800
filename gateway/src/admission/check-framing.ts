import type { IncomingMessage } from 'node:http';
import {
  MAX_BODY_BYTES,
  DomainError,
  MAX_HEADER_FIELDS,
  MAX_HEADER_FIELDS_BYTES,
  MAX_URL_BYTES,
} from '@svc/contracts';
import { createPayloadTooLarge } from '@svc/http';

/** The parser reads this much, so that long URLs (400) and headers (431) are told apart here. */
export const MAX_HEADER_BYTES = 2 * (MAX_URL_BYTES + MAX_HEADER_FIELDS_BYTES);

const createBadRequest = (message: string): DomainError => new DomainError('bad_request', message);
/** Node.js reads this much of a body before anybody asks for it. */
export const NODE_READ_AHEAD_BYTES = 16 * 1024;

/** Visible ASCII without `#`: servers behind the gateway treat a fragment differently. */
const TARGET = /^[\x21\x22\x24-\x7e]+$/;
const LINE_OVERHEAD = 4;

export function checkFraming(request: IncomingMessage): void {
  checkVersion(request);
  if (request.method === 'OPTIONS' && request.url === '*') {
    throw new DomainError('method_not_allowed', 'OPTIONS * is not supported.');
  }
  checkUrl(request.url ?? '');
  checkHeaderSizes(request);
  checkHost(request);
  const { upgrade, expect } = request.headers;
  // A WebSocket client has no use for another response; other upgrades may be ignored.
  if (/\bwebsocket\b/i.test(upgrade ?? '')) throw createBadRequest('WebSocket is not supported.');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw createBadRequest('The Expect header holds an unknown expectation.');
  }
  checkBodyFraming(request);
}

function checkVersion({ httpVersionMajor, httpVersionMinor }: IncomingMessage): void {
  if (httpVersionMajor === 1 && httpVersionMinor <= 1) return;
  throw createBadRequest('Only HTTP/1.0 and HTTP/1.1 are supported.');
}

function checkUrl(url: string): void {
  if (url.length > MAX_URL_BYTES) {
    throw createBadRequest(`The URL is longer than ${MAX_URL_BYTES} bytes.`);
  }
  if (!TARGET.test(url)) throw createBadRequest('The URL holds characters that must be encoded.');
}

function countHeaderBytes({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let bytes = (rawHeaders.length / 2) * LINE_OVERHEAD;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}

export function getAnnouncedBodyBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_BODY_BYTES;
  return Number(headers['content-length'] ?? 0);
}

function checkHeaderSizes(request: IncomingMessage): void {
  const isTooMany = request.rawHeaders.length / 2 > MAX_HEADER_FIELDS;
  if (isTooMany || countHeaderBytes(request) > MAX_HEADER_FIELDS_BYTES) {
    throw new DomainError(
      'headers_too_large',
      `The headers exceed ${MAX_HEADER_FIELDS_BYTES} bytes or ${MAX_HEADER_FIELDS} lines.`,
    );
  }
}

/** With two Host headers, servers could choose different ones. */
function checkHost({ rawHeaders, httpVersionMinor }: IncomingMessage): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) {
    throw createBadRequest('A request has exactly one Host header.');
  }
}

function checkBodyFraming({ headers, httpVersionMinor }: IncomingMessage): void {
  const coding = headers['transfer-encoding'];
  // An HTTP/1.0 server may ignore Transfer-Encoding and find another end of the body.
  if (coding !== undefined && httpVersionMinor === 0) {
    throw createBadRequest('HTTP/1.0 has no transfer codings.');
  }
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw createBadRequest('The only supported transfer coding is chunked.');
  }
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw createPayloadTooLarge();
}
