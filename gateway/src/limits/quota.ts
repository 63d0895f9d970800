/** What the X-RateLimit headers show of one limit. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
}

/** Whole seconds until a moment, never 0: a client that waits that long finds the limit free. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((atMs - nowMs) / 1_000));
