import type { Visit } from './visit';

export interface Answer {
  readonly status: number;
  /** Names and values in turn, as Node.js takes and writes them. */
  readonly headers: readonly string[];
  /** `no-store` where it is absent. */
  readonly cacheControl?: string;
  readonly body: Buffer | string;
}

/** All headers of an answer; those of the API tell of a limit, the pages for people have none. */
export function headersOf(
  { id, quota }: Pick<Visit, 'id' | 'quota'>,
  { status, headers, cacheControl = 'no-store', body }: Answer,
): string[] {
  const all = ['X-Request-Id', id, 'Cache-Control', cacheControl, ...headers];
  if (quota) {
    const resetAt = Math.ceil(quota.resetAtMs / 1_000);
    all.push('X-RateLimit-Limit', String(quota.limit));
    all.push('X-RateLimit-Remaining', String(quota.remaining));
    all.push('X-RateLimit-Reset', String(resetAt));
  }
  // A 304 would tell with it how long the page is that it does not hold.
  if (status !== 304) all.push('Content-Length', String(Buffer.byteLength(body)));
  return all;
}

/** Sends a whole answer; the caller may keep the response open to end it later. */
export function send(visit: Visit, answer: Answer, { keepOpen = false } = {}): void {
  const { response } = visit;
  response.writeHead(answer.status, headersOf(visit, answer));
  if (keepOpen) response.write(answer.body);
  else response.end(answer.body);
}
