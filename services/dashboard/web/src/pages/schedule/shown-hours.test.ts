import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { listDaysFrom, type Day } from './days';
import type { Span } from './scale';
import { describeLoad, findShownHours } from './shown-hours';

const clock = getCompanyClock(NEW_YORK);

const dayOf = (date: string): Day => listDaysFrom(date, 1, clock)[0] as Day;

const span = (start: string, end: string): Span => ({
  start: clock.toInstant(start),
  end: clock.toInstant(end),
});

const shift = (day_of_week: number, start_time: string, end_time: string) => ({
  day_of_week,
  start_time,
  end_time,
  is_available: true,
});

// 2 March 2026 is a Monday.
const EARLY = [shift(1, '06:30:00', '14:00:00')];
const LATE = [shift(1, '09:00:00', '18:15:00'), shift(2, '00:00:00', '23:59:59')];

describe('the hours that are shown', () => {
  const shownOn = (date: string, jobs: readonly Span[], schedules = [EARLY, LATE]): string[] => {
    const { start, end } = findShownHours(dayOf(date), { schedules, jobs }, clock);
    return [clock.timeAt(start), clock.timeAt(end)];
  };

  it('span the working hours of that day, in whole hours', () => {
    expect(shownOn('2026-03-02', [])).toEqual(['2026-03-02T06:00', '2026-03-02T19:00']);
    expect(shownOn('2026-03-03', [])).toEqual(['2026-03-03T00:00', '2026-03-04T00:00']);
  });

  it('also span its jobs, as far as they are of that day', () => {
    const jobs = [
      span('2026-03-02T05:45', '2026-03-02T07:00'),
      span('2026-03-02T22:00', '2026-03-03T02:00'),
      span('2026-03-03T02:00', '2026-03-03T03:00'),
    ];
    expect(shownOn('2026-03-02', jobs)).toEqual(['2026-03-02T05:00', '2026-03-03T00:00']);
  });

  it('are not stretched by a job of several days, but by its edges', () => {
    const jobs = [span('2026-03-01T05:00', '2026-03-03T21:00')];
    expect(shownOn('2026-03-02', jobs)).toEqual(['2026-03-02T06:00', '2026-03-02T19:00']);
    expect(shownOn('2026-03-02', [span('2026-03-02T05:00', '2026-03-04T21:00')])).toEqual([
      '2026-03-02T05:00',
      '2026-03-02T19:00',
    ]);
  });

  it('are the usual ones where nobody works', () => {
    expect(shownOn('2026-03-07', [])).toEqual(['2026-03-07T08:00', '2026-03-07T17:00']);
    expect(shownOn('2026-03-02', [], [])).toEqual(['2026-03-02T08:00', '2026-03-02T17:00']);
  });

  it('are whole on the day when the clock changes', () => {
    const jobs = [span('2026-03-08T01:30', '2026-03-08T04:00')];
    expect(shownOn('2026-03-08', jobs)).toEqual(['2026-03-08T01:00', '2026-03-08T17:00']);
  });
});

describe('the load of a technician', () => {
  const jobs = [
    span('2026-03-02T08:00', '2026-03-02T10:30'),
    span('2026-03-01T22:00', '2026-03-02T01:00'),
    span('2026-03-03T08:00', '2026-03-03T09:00'),
  ];
  const loadOf = (shifts: typeof EARLY): string =>
    describeLoad(dayOf('2026-03-02'), { shifts, jobs }, clock);

  it('is what is planned on that day, of its working hours', () => {
    expect(loadOf(EARLY)).toBe('3.5 of 7.5 h');
    expect(loadOf([shift(2, '08:00:00', '17:00:00')])).toBe('3.5 of 0 h');
  });

  it('is off on a day without hours and jobs', () => {
    const load = { shifts: [shift(2, '08:00:00', '17:00:00')], jobs: [] };
    expect(describeLoad(dayOf('2026-03-02'), load, clock)).toBe('Off');
  });

  it('has a job of several days within the working hours', () => {
    const long = { shifts: EARLY, jobs: [span('2026-03-01T08:00', '2026-03-02T12:00')] };
    expect(describeLoad(dayOf('2026-03-02'), long, clock)).toBe('5.5 of 7.5 h');
  });

  it('has nothing to compare with where the hours are unknown', () => {
    expect(loadOf([])).toBe('3.5 h');
  });
});
