import { forecastDay } from './forecast';

const read = (...readings: readonly (readonly [date: string, value: number])[]) =>
  readings.map(([reading_date, reading_value]) => ({ reading_date, reading_value }));

it('continues a straight line through the readings to the threshold', () => {
  const steady = read(['2026-01-01', 100], ['2026-01-11', 200], ['2026-01-21', 300]);
  expect(forecastDay(steady, 400)).toBe('2026-01-31');
  const uneven = read(
    ['2026-01-01', 95],
    ['2026-01-11', 205],
    ['2026-01-21', 305],
    ['2026-01-31', 395],
  );
  expect(forecastDay(uneven.toReversed(), 500)).toBe('2026-02-10');
});

it.each([
  ['there are fewer than three readings', read(['2026-01-01', 1], ['2026-01-02', 2]), 9],
  ['all are of one day', read(['2026-01-01', 1], ['2026-01-01', 2], ['2026-01-01', 3]), 9],
  ['they fall', read(['2026-01-01', 3], ['2026-01-02', 2], ['2026-01-03', 1]), 9],
  ['they stay', read(['2026-01-01', 3], ['2026-01-02', 3], ['2026-01-03', 3]), 9],
  ['it is reached', read(['2026-01-01', 1], ['2026-01-02', 2], ['2026-01-03', 3]), 3],
  ['it is decades away', read(['2026-01-01', 1], ['2026-01-02', 2], ['2026-01-03', 3]), 9_000],
])('forecasts nothing where %s', (_why, readings, threshold) => {
  expect(forecastDay(readings, threshold)).toBeUndefined();
});
