/** What the X-RateLimit headers show of one limit. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
}

/** Whole seconds until a moment, never 0: a client that waits that long finds the limit free. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((atMs - nowMs) / 1_000));

/** Whether a smaller part of one limit is left than of another; cross-multiplied, so that a limit of 0 counts as used up. */
export const isTighter = (one: Quota, other: Quota): boolean =>
  one.remaining * other.limit < other.remaining * one.limit;
