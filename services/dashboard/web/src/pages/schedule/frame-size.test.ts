import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { listDaysFrom } from './days';
import { findInitialScroll } from './frame-size';
import { createDayScale, createHourScale } from './scale';

const clock = getCompanyClock(NEW_YORK);
const FRAME_WIDTH = 300;
const week = listDaysFrom('2026-03-02', 7, clock);
const weekScale = createDayScale(week, clock, FRAME_WIDTH);

it('begins a week at today, and at Monday if today is in another week', () => {
  const shown = { days: week, scale: weekScale, clock };
  const scrollAt = (time: string) => findInitialScroll(shown, FRAME_WIDTH, clock.toInstant(time));

  expect(scrollAt('2026-03-07T10:00')).toBe((weekScale.width / 7) * 5);
  expect(scrollAt('2026-03-10T10:00')).toBe(0);
});

it('begins a day in the morning, and today so that the next two hours are visible', () => {
  const days = week.slice(0, 1);
  const [day] = days;
  if (!day) throw new Error('There is no day.');
  const scale = createHourScale(day, FRAME_WIDTH);
  const shown = { days, scale, clock };
  const hours = (count: number): number => (scale.width / 24) * count;
  const scrollAt = (time: string) => findInitialScroll(shown, FRAME_WIDTH, clock.toInstant(time));

  expect(scrollAt('2026-03-05T18:00')).toBe(hours(7));
  expect(scrollAt('2026-03-02T18:00')).toBe(hours(20) - FRAME_WIDTH);
});
