import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { addDays, listDaysFrom, isDate, getMonday, getWeekday } from './days';

it.each(['2026-03-04', '2024-02-29', '1970-01-02', '9998-12-31'])('%s is a date', (text) => {
  expect(isDate(text)).toBe(true);
});

it.each([
  undefined,
  '',
  '2026-3-4',
  '2026-02-30',
  '2026-13-01',
  '0002-03-04',
  '9999-12-31',
  'today',
])('%s is none', (text) => {
  expect(isDate(text)).toBe(false);
});

it('counts days over months and leap days', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

it('begins weeks on Monday', () => {
  expect(getWeekday('2026-03-02')).toBe(1);
  expect(getWeekday('2026-03-08')).toBe(7);
  expect(getMonday('2026-03-08')).toBe('2026-03-02');
  expect(getMonday('2026-03-02')).toBe('2026-03-02');
});

it('has days of 23 and of 25 hours where the clock changes', () => {
  const hours = (from: string, count: number) =>
    listDaysFrom(from, count, getCompanyClock(NEW_YORK)).map(
      ({ start, end }) => (end - start) / 3_600_000,
    );

  expect(hours('2026-03-07', 3)).toEqual([24, 23, 24]);
  expect(hours('2026-10-31', 3)).toEqual([24, 25, 24]);
});
