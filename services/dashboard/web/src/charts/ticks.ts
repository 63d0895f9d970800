/** Returns about `most` evenly spaced round numbers that enclose both bounds. */
export function createTicks(low: number, high: number, most: number): number[] {
  const top = high > low ? high : low + 1;
  const step = roundStep((top - low) / Math.max(most - 1, 1));
  const first = Math.floor(low / step);
  const last = Math.ceil(top / step);
  // Multiplies, because sums of tenths accumulate rounding errors.
  return Array.from({ length: last - first + 1 }, (_, n) => exact((first + n) * step));
}

/** Returns 1, 2 or 5 times a power of ten, at least `wanted`. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5].find((each) => each * power >= wanted) ?? 10;
  return factor * power;
}

const exact = (value: number): number => Number(value.toPrecision(12));

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns at most `most` evenly spaced days in milliseconds, beginning with the first. */
export function listDays(first: number, last: number, most: number): number[] {
  const days = Math.round((last - first) / DAY_MS);
  const step = Math.max(1, Math.ceil((days + 1) / most));
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, n) => first + n * step * DAY_MS);
}
