import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { listDayRanges } from './day-ranges';

const clock = getCompanyClock(NEW_YORK);
const span = (start: string, end: string) => ({
  start: clock.toInstant(start),
  end: clock.toInstant(end),
});

it.each([
  ['a job within a day', ['2026-03-04T08:00', '2026-03-04T10:00'], [['2026-03-04', 1]]],
  ['a job until midnight', ['2026-03-04T22:00', '2026-03-05T00:00'], [['2026-03-04', 1]]],
  ['a job over midnight', ['2026-03-04T22:00', '2026-03-05T02:00'], [['2026-03-04', 2]]],
  [
    'a job of nine days, in which the clock changes',
    ['2026-03-04T08:00', '2026-03-12T17:00'],
    [
      ['2026-03-04', 7],
      ['2026-03-11', 2],
    ],
  ],
] as const)('reads all days of %s', (_, [start, end], expected) => {
  const ranges = listDayRanges([span(start, end)], clock);
  expect(ranges.map(({ from, days }) => [from, days])).toEqual(expected);
});

it('reads days of several jobs once, and at most eight weeks of one', () => {
  const morning = span('2026-03-04T08:00', '2026-03-04T10:00');
  expect(listDayRanges([morning, morning], clock)).toHaveLength(1);
  expect(listDayRanges([span('2026-03-04T08:00', '2028-03-04T10:00')], clock)).toHaveLength(8);
  expect(listDayRanges([], clock)).toEqual([]);
});
