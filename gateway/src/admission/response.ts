import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Quota } from '../limits/quota';
import type { Exchange } from './exchange';

export interface GatewayResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | string;
  /** Set if a repetition with the same Idempotency-Key has to do the rest of a bulk. */
  readonly isIncomplete?: boolean;
  /** Parameters and fields of the request that the operation does not read. */
  readonly ignoredNames?: readonly string[];
}

export function createCommonHeaders(id: string, quota: Quota | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'X-Request-Id': id, 'Cache-Control': 'no-store' };
  if (!quota) return headers;
  headers['X-RateLimit-Limit'] = quota.limit;
  headers['X-RateLimit-Remaining'] = quota.remaining;
  headers['X-RateLimit-Reset'] = Math.ceil(quota.resetAtMs / 1_000);
  return headers;
}

export function sendResponse(
  { request, response, id, quota }: Exchange,
  { status, headers, body }: GatewayResponse,
  { keepOpen = false } = {},
): void {
  const all = createCommonHeaders(id, quota);
  Object.assign(all, headers);
  // On a 304 it would be the length of the page that is not sent.
  if (status !== 304) all['Content-Length'] = Buffer.byteLength(body);
  // `PublicRequest` counts the rest of the body as it is dropped; Node.js alone would not.
  if (!request.complete) request.resume();
  response.writeHead(status, all);
  if (keepOpen) response.write(body);
  else if (typeof body === 'string') response.end(body);
  else endInPieces(response, body);
}

const PIECE_BYTES = 256 * 1024;

function endInPieces(response: ServerResponse, body: Buffer): void {
  if (body.length <= PIECE_BYTES) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, PIECE_BYTES), (error) => {
    if (!error) endInPieces(response, body.subarray(PIECE_BYTES));
  });
}
