import type { ReadingResponse } from '../../../../contract/responses';

const MIN_READINGS = 3;
const MAX_YEARS = 10;
const DAY_MS = 86_400_000;

type Reading = Pick<ReadingResponse, 'reading_date' | 'reading_value'>;

/**
 * Returns the day (YYYY-MM-DD) on which a straight line through the readings reaches the threshold;
 * undefined if there are too few readings, they do not rise, or the day is far away or past.
 */
export function forecastDay(readings: readonly Reading[], threshold: number): string | undefined {
  const points = readings.map(({ reading_date: date, reading_value: value }) => ({
    day: Date.parse(date) / DAY_MS,
    value,
  }));
  const isReached = points.some(({ value }) => value >= threshold);
  if (points.length < MIN_READINGS || isReached) return undefined;
  const meanDay = mean(points.map(({ day }) => day));
  const meanValue = mean(points.map(({ value }) => value));
  const spread = sum(points.map(({ day }) => (day - meanDay) ** 2));
  const perDay =
    sum(points.map(({ day, value }) => (day - meanDay) * (value - meanValue))) / spread;
  const lastDay = Math.max(...points.map(({ day }) => day));
  const reached = Math.round(meanDay + (threshold - meanValue) / perDay);
  // Readings of a single day give no finite line.
  if (!Number.isFinite(reached) || perDay <= 0) return undefined;
  if (reached <= lastDay || reached > lastDay + MAX_YEARS * 365) return undefined;
  return new Date(reached * DAY_MS).toISOString().slice(0, '2029-01-31'.length);
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const mean = (values: readonly number[]): number => sum(values) / values.length;
