import type { Shift } from '../records';
import { workingWeek } from './technician';

const shift = (dayOfWeek: number, startTime: string, endTime: string): Shift => ({
  dayOfWeek,
  startTime: `${startTime}:00`,
  endTime: `${endTime}:00`,
  isAvailable: true,
});

it('orders the week by day, then by time', () => {
  const monday = shift(1, '08:00', '12:00');
  const mondayLater = shift(1, '13:00', '17:00');
  const sunday = shift(7, '06:00', '10:00');

  expect(workingWeek([sunday, mondayLater, monday])).toEqual([monday, mondayLater, sunday]);
});

it('lets a shift begin when the one before it ends, and the same hours stand on two days', () => {
  const week = [shift(1, '08:00', '12:00'), shift(1, '12:00', '17:00'), shift(2, '08:00', '12:00')];

  expect(workingWeek(week)).toEqual(week);
});

it.each([
  ['ends before it begins', [shift(3, '17:00', '08:00')]],
  ['ends as it begins', [shift(3, '08:00', '08:00')]],
  ['begins within another', [shift(3, '08:00', '12:00'), shift(3, '11:59', '17:00')]],
  ['stands twice', [shift(3, '08:00', '12:00'), shift(3, '08:00', '12:00')]],
])('refuses a shift that %s', (_, week) => {
  expect(() => workingWeek(week)).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      message: expect.stringContaining('schedule'),
    }),
  );
});
