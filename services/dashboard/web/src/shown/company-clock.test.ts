import { getCompanyClock } from './company-clock';
import { KATHMANDU, LORD_HOWE, NEW_YORK, SAO_PAULO } from '../test/zones';

const newYork = getCompanyClock(NEW_YORK);

const at = (time: string): string => new Date(newYork.toInstant(time)).toISOString();

it.each([
  ['2026-03-04T09:30', '2026-03-04T14:30:00.000Z'],
  ['2026-07-04T09:30', '2026-07-04T13:30:00.000Z'],
  ['2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
  ['2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
])('%s in New York is %s', (time, instant) => {
  expect(at(time)).toBe(instant);
  expect(newYork.timeAt(Date.parse(instant))).toBe(time);
});

it('moves a time that is skipped forward by the gap', () => {
  expect(at('2026-03-08T02:30')).toBe('2026-03-08T07:30:00.000Z');
  expect(newYork.timeAt(newYork.toInstant('2026-03-08T02:30'))).toBe('2026-03-08T03:30');
});

it('takes the earlier of two that are the same', () => {
  expect(at('2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
  expect(newYork.timeAt(Date.parse('2026-11-01T06:30:00Z'))).toBe('2026-11-01T01:30');
});

it.each([
  [KATHMANDU, '2026-03-04T09:00', '2026-03-04T03:15:00.000Z'],
  [LORD_HOWE, '2026-07-04T09:00', '2026-07-03T22:30:00.000Z'],
  // Midnight was skipped on that day.
  [SAO_PAULO, '2018-11-04T00:00', '2018-11-04T03:00:00.000Z'],
])('knows other clocks', (zone, time, instant) => {
  expect(new Date(getCompanyClock(zone).toInstant(time)).toISOString()).toBe(instant);
});

it('knows both instants of a time that occurs twice, by the abbreviation of each', () => {
  const instants = newYork.toInstants('2026-11-01T01:15');
  expect(instants.map(newYork.isoAt)).toEqual([
    '2026-11-01T01:15:00-04:00',
    '2026-11-01T01:15:00-05:00',
  ]);
  expect(instants.map(newYork.zoneAt)).toEqual(['EDT', 'EST']);
  expect(newYork.toInstants('2026-11-01T02:15')).toHaveLength(1);
});
