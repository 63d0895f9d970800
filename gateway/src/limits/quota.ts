export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
}

/** Never 0, so that a client that waits this long finds the limit free. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((atMs - nowMs) / 1_000));

/** Cross-multiplied, so that a limit of 0 counts as used up. */
export const isTighter = (one: Quota, other: Quota): boolean =>
  one.remaining * other.limit < other.remaining * one.limit;
