import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { listDaysFrom } from './days';
import { createDayScale, createHourScale, assignLanes } from './scale';

const clock = getCompanyClock(NEW_YORK);

const span = (start: string, end: string) => ({
  start: clock.toInstant(start),
  end: clock.toInstant(end),
});

const dayOf = (date: string) => {
  const [day] = listDaysFrom(date, 1, clock);
  if (!day) throw new Error('There is no day.');
  return createHourScale(day, 0);
};

describe('a day by the hour', () => {
  const day = dayOf('2026-03-04');

  it('shows a span where it is, and what is in view of it', () => {
    const whole = day.toExactExtent(span('2026-03-04T00:00', '2026-03-05T00:00'));
    expect(whole).toEqual({ left: 0, width: day.width });
    const { left, width } = day.toExactExtent(span('2026-03-04T06:00', '2026-03-04T12:00'));
    expect([left / day.width, width / day.width]).toEqual([0.25, 0.25]);
    expect(day.toExactExtent(span('2026-03-03T22:00', '2026-03-04T06:00'))).toEqual({
      left: 0,
      width: day.width / 4,
    });
  });

  it('shows a short span wide enough to be read, at the end of the day too', () => {
    const { left, width } = day.toExtent(span('2026-03-04T23:50', '2026-03-04T23:55'));
    expect(width).toBeGreaterThan(40);
    expect(left + width).toBeLessThanOrEqual(day.width);
  });

  it('begins what is dropped at a quarter of an hour, from where it was grabbed', () => {
    const job = span('2026-03-04T09:00', '2026-03-04T10:30');
    const grab = day.toGrabOffset(day.toExtent(job).left + 20, job);
    const hour = day.width / 24;

    const dropped = day.toStart(day.toExtent(job).left + 20 + 2.1 * hour - grab, '09:00');

    expect(grab).toBe(20);
    expect(clock.timeAt(dropped)).toBe('2026-03-04T11:00');
  });

  it('may show a part of the day', () => {
    const part = createHourScale(span('2026-03-04T06:00', '2026-03-04T19:00'), 1_300);
    expect(part.ticks[0]).toEqual({ at: 0, instant: clock.toInstant('2026-03-04T06:00') });
    expect([part.ticks.length, part.width]).toEqual([13, 1_300]);
    expect(part.toExactExtent(span('2026-03-04T05:00', '2026-03-04T08:00'))).toEqual({
      left: 0,
      width: 200,
    });
    expect(clock.timeAt(part.toEnd(326, ''))).toBe('2026-03-04T09:15');
  });

  it('has 23 hours where one is skipped, and 25 where one occurs twice', () => {
    const [short, long] = [dayOf('2026-03-08'), dayOf('2026-11-01')];
    expect([short.ticks.length, long.ticks.length]).toEqual([23, 25]);
    expect(clock.timeAt(short.ticks[2]?.instant ?? 0)).toBe('2026-03-08T03:00');
    expect(short.toExactExtent(span('2026-03-08T08:00', '2026-03-08T09:00')).left).toBe(
      (short.width / 23) * 7,
    );
  });
});

it('takes all the room that there is, and more where it could not be read', () => {
  const days = listDaysFrom('2026-03-02', 7, clock);
  expect(createDayScale(days, clock, 1_400).width).toBe(1_400);
  expect(
    createDayScale(days, clock, 1_400).toExtent(span('2026-03-03T09:00', '2026-03-03T10:00')),
  ).toEqual({ left: 202, width: 196 });
  expect(createDayScale(days, clock, 300).width).toBeGreaterThan(500);
  const [day] = days;
  if (!day) throw new Error('There is no day.');
  expect(createHourScale(day, 2_400).ticks[1]).toMatchObject({ at: 100 });
  expect(clock.timeAt(createHourScale(day, 2_400).toStart(925, '00:00'))).toBe('2026-03-02T09:15');
  expect(createHourScale(day, 300).width).toBeGreaterThan(1_100);
});

describe('a week by the day', () => {
  const week = createDayScale(listDaysFrom('2026-03-02', 7, clock), clock, 0);
  const column = week.width / 7;

  it('shows a span on each of its days, and not on the one that it ends before', () => {
    const { left, width } = week.toExactExtent(span('2026-03-04T22:00', '2026-03-05T02:00'));
    expect([left, width]).toEqual([2 * column, 2 * column]);
    expect(week.toExactExtent(span('2026-03-04T22:00', '2026-03-05T00:00')).width).toBe(column);
    expect(week.toExactExtent(span('2026-03-04T00:00', '2026-03-04T00:00')).left).toBe(2 * column);
    expect(week.toExactExtent(span('2026-02-20T08:00', '2026-03-20T08:00'))).toEqual({
      left: 0,
      width: week.width,
    });
  });

  it('keeps the time of day of what is dropped on another day, also when the clock has changed', () => {
    const job = span('2026-03-04T09:00', '2026-03-04T10:00');
    const grab = week.toGrabOffset(2.5 * column, job);

    expect(clock.timeAt(week.toStart(6.1 * column - grab, '09:00'))).toBe('2026-03-08T09:00');
  });

  it('ends at its time of day on another day, at midnight with that day', () => {
    expect(clock.timeAt(week.toEnd(2.5 * column, '10:30'))).toBe('2026-03-04T10:30');
    expect(clock.timeAt(week.toEnd(2.5 * column, '00:00'))).toBe('2026-03-05T00:00');
  });

  it('moves a span that is grabbed on its second day by as many days as the pointer', () => {
    const job = span('2026-03-01T09:00', '2026-03-03T10:00');
    const grab = week.toGrabOffset(1.5 * column, job);

    expect(clock.timeAt(week.toStart(2.5 * column - grab, '09:00'))).toBe('2026-03-02T09:00');
  });
});

it('puts what overlaps into lanes, and uses a lane again', () => {
  const extents = [
    { left: 0, width: 10 },
    { left: 5, width: 10 },
    { left: 10, width: 10 },
    { left: 30, width: 10 },
  ];

  expect(assignLanes(extents)).toEqual({ lanes: [0, 1, 0, 0], count: 2 });
  expect(assignLanes(extents.toReversed())).toEqual({ lanes: [0, 0, 1, 0], count: 2 });
  expect(assignLanes([])).toEqual({ lanes: [], count: 0 });
});
