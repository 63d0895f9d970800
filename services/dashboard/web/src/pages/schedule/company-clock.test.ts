import { companyClock } from './company-clock';

const newYork = companyClock('America/New_York');

const at = (time: string): string => new Date(newYork.instantOf(time)).toISOString();

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
  expect(newYork.timeAt(newYork.instantOf('2026-03-08T02:30'))).toBe('2026-03-08T03:30');
});

it('takes the earlier of two that are the same', () => {
  expect(at('2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z');
  expect(newYork.timeAt(Date.parse('2026-11-01T06:30:00Z'))).toBe('2026-11-01T01:30');
});

it.each([
  ['Asia/Kathmandu', '2026-03-04T09:00', '2026-03-04T03:15:00.000Z'],
  ['Australia/Lord_Howe', '2026-07-04T09:00', '2026-07-03T22:30:00.000Z'],
  // Midnight of that day was skipped.
  ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00:00.000Z'],
])('knows the clock of %s', (zone, time, instant) => {
  expect(new Date(companyClock(zone).instantOf(time)).toISOString()).toBe(instant);
});
