import { getReadableTimes } from './readable-times';
import { CHICAGO, KATHMANDU } from '../test/zones';

const { range } = getReadableTimes({ zone_name: 'Central Time', rules: CHICAGO }, 'US');

it('writes a time of day in the manner of the country', () => {
  const times = ['US', 'GB'].map((country) =>
    getReadableTimes({ zone_name: 'Nepal Time', rules: KATHMANDU }, country)
      .timeOfDay('15:30:00')
      .replaceAll(/\s/g, ' '),
  );
  expect(times).toEqual(['3:30 PM', '15:30']);
});

it('breaks a moment between its day and its time alone', () => {
  const times = getReadableTimes({ zone_name: 'Central Time', rules: CHICAGO }, 'US');
  expect(times.moment('2026-03-04T17:45:07Z')).toBe('Mar\u00a04,\u00a02026, 11:45\u00a0AM');
  expect(times.second('2026-03-04T17:45:07Z')).toBe('Mar\u00a04,\u00a02026, 11:45:07\u00a0AM');
});

const pieces = (from: string, to: string): string[] =>
  range(from, to).map((piece) => piece.replaceAll(/\s/g, ' '));

it('names the day of two times once, and keeps both times together', () => {
  expect(pieces('2026-03-04T07:00:00-06:00', '2026-03-04T09:30:00-06:00')).toEqual([
    'Mar 4, 2026,',
    '7:00 – 9:30 AM',
  ]);
});

it('names two days, which are those of the zone', () => {
  expect(pieces('2026-03-05T04:00:00Z', '2026-03-05T07:00:00Z')).toEqual([
    'Mar 4, 2026,',
    '10:00 PM –',
    'Mar 5, 2026,',
    '1:00 AM',
  ]);
});

it('ends an exact time with the abbreviation of the zone at that moment', () => {
  const { exact } = getReadableTimes({ zone_name: 'Central Time', rules: CHICAGO }, 'US');
  expect(exact('2026-03-04T17:45:00Z').replaceAll(/\s/g, ' ')).toBe(
    'Wednesday, March 4, 2026 at 11:45:00 AM CST',
  );
  expect(exact('2026-07-04T17:45:00Z')).toMatch(/CDT$/);
});

describe('short forms', () => {
  const { shortRange, timeRange, dateAt, ago } = getReadableTimes(
    { zone_name: 'Central Time', rules: CHICAGO },
    'US',
  );
  const short = (from: string, to: string): string => shortRange(from, to).replaceAll(/\s/g, ' ');

  const SHOWN = [
    ['2026-03-04T14:30:00Z', '2026-03-04T16:00:00Z', '8:30 – 10:00 AM'],
    ['2026-03-04T14:30:00Z', '2026-03-06T00:00:00Z', 'Mar 4, 8:30 AM – Mar 5, 6:00 PM'],
  ];
  it.each(SHOWN)('name the days of times only where they differ: %s to %s', (from, to, text) => {
    const range = timeRange(Date.parse(String(from)), Date.parse(String(to)));
    expect(range.replaceAll(/\s/g, ' ')).toBe(text);
  });

  it('name the date of a moment in the zone', () => {
    expect(dateAt('2026-03-05T04:00:00Z')).toBe('Mar 4, 2026');
  });

  beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-04T18:00:00Z') }));
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['2026-03-04T14:00:00Z', '2026-03-04T16:00:00Z', 'Mar 4, 8–10 AM'],
    ['2026-03-04T14:30:00Z', '2026-03-04T16:00:00Z', 'Mar 4, 8:30–10:00 AM'],
    ['2026-03-04T17:00:00Z', '2026-03-04T19:00:00Z', 'Mar 4, 11 AM–1 PM'],
    ['2026-03-04T14:00:00Z', '2026-03-04T14:00:00Z', 'Mar 4, 8 AM'],
    ['2026-03-04T14:00:00Z', '2026-03-05T16:00:00Z', 'Mar 4, 8 AM – Mar 5, 10 AM'],
    ['2025-03-04T14:00:00Z', '2025-03-04T16:00:00Z', 'Mar 4, 2025, 8–10 AM'],
  ])('a range from %s to %s is %s', (from, to, expected) => {
    expect(short(from, to)).toBe(expected);
  });

  it.each([
    ['2026-03-04T17:59:30Z', 'Just now'],
    ['2026-03-04T17:10:00Z', '50\u00A0min\u00A0ago'],
    ['2026-03-04T16:00:00Z', '2\u00A0h\u00A0ago'],
    ['2026-03-02T17:00:00Z', '2\u00A0d\u00A0ago'],
    ['2026-02-20T17:00:00Z', 'Feb 20'],
    ['2025-02-20T17:00:00Z', 'Feb 20, 2025'],
  ])('%s was %s', (at, expected) => {
    expect(ago(at, Date.now())).toBe(expected);
  });
});
