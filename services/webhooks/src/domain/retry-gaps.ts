const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After attempts 1 to 7; about 15 hours in all. */
export const STANDARD_GAPS_MS: readonly number[] = [
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR + 30 * MINUTE,
];

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR };

/** Milliseconds of `90s`, `1m` or `8h30m`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}

interface FailedAttempt {
  readonly number: number;
  readonly endedAt: Date;
  readonly retryAfterSeconds: number | null;
}

/**
 * Undefined after the last attempt. Gaps vary by a tenth, so that deliveries that failed together
 * are not retried together; a longer Retry-After counts up to twice the gap.
 */
export function planNextAttempt(
  { number, endedAt, retryAfterSeconds }: FailedAttempt,
  gapsMs: readonly number[],
  random: () => number = Math.random,
): Date | undefined {
  const gap = gapsMs[number - 1];
  if (gap === undefined) return undefined;
  const spread = gap * (0.9 + 0.2 * random());
  const requestedMs = Math.min((retryAfterSeconds ?? 0) * SECOND, 2 * gap);
  return new Date(endedAt.getTime() + Math.max(spread, requestedMs));
}
