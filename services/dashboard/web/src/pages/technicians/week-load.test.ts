import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { countWeekLoad } from './week-load';

const clock = getCompanyClock(NEW_YORK);
const MONDAY = '2026-03-02';

const job = (scheduled_start: string | null, scheduled_end: string | null) => ({
  scheduled_start,
  scheduled_end,
});

const shift = (day: number, start: string, end: string, isAvailable = true) => ({
  day_of_week: day,
  start_time: `${start}:00`,
  end_time: `${end}:00`,
  is_available: isAvailable,
});

it('counts the hours planned in the week, and those there are', () => {
  const jobs = [
    job('2026-03-02T09:00:00-05:00', '2026-03-02T10:30:00-05:00'),
    job('2026-03-04T09:00:00-05:00', null),
    // Half of it is in the next week.
    job('2026-03-08T22:00:00-04:00', '2026-03-09T02:00:00-04:00'),
    job('2026-03-10T09:00:00-04:00', '2026-03-10T12:00:00-04:00'),
    job(null, null),
  ];
  const shifts = [
    shift(1, '08:00', '12:00'),
    shift(1, '13:00', '16:30'),
    shift(2, '8:00', '9:00', false),
  ];
  expect(countWeekLoad(MONDAY, { jobs, shifts }, clock)).toEqual({
    plannedHours: 4.5,
    workingHours: 7.5,
  });
});
