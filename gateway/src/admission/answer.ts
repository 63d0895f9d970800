import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Quota } from '../limits/quota';
import type { Exchange } from './exchange';

export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | string;
  /** Whether a repetition with the same Idempotency-Key does what is left, and gets another answer. */
  readonly isUnfinished?: boolean;
}

/** The headers that every answer of the API carries; the pages for people have no limit. */
export function commonHeaders(id: string, quota: Quota | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'X-Request-Id': id, 'Cache-Control': 'no-store' };
  if (!quota) return headers;
  headers['X-RateLimit-Limit'] = quota.limit;
  headers['X-RateLimit-Remaining'] = quota.remaining;
  headers['X-RateLimit-Reset'] = Math.ceil(quota.resetAtMs / 1_000);
  return headers;
}

/** Sends a whole answer; the caller may keep the response open to end it later. */
export function send(
  { request, response, id, quota }: Exchange,
  { status, headers, body }: Answer,
  { keepOpen = false } = {},
): void {
  const all = commonHeaders(id, quota);
  Object.assign(all, headers);
  // On a 304 the header would be the length of the page, which that answer does not contain.
  if (status !== 304) all['Content-Length'] = Buffer.byteLength(body);
  // What is left of a body is counted as it is dropped; Node.js by itself would count nothing of it.
  if (!request.complete) request.resume();
  response.writeHead(status, all);
  if (keepOpen) response.write(body);
  else if (typeof body === 'string') response.end(body);
  else endInPieces(response, body);
}

/** A larger body is written piece by piece, which shows how much of it the client has taken. */
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
