import { getCompanyClock } from '../../shown/company-clock';
import { NEW_YORK } from '../../test/zones';
import { getReadableTimes } from '../../shown/readable-times';
import { isOutsideHours, listWarnings } from './working-hours';

const clock = getCompanyClock(NEW_YORK);

const span = (start: string, end: string) => ({
  start: clock.toInstant(start),
  end: clock.toInstant(end),
});

const shift = (day: number, start: string, end: string, isAvailable = true) => ({
  day_of_week: day,
  start_time: start,
  end_time: end,
  is_available: isAvailable,
});

const SHIFTS = [
  shift(1, '08:00:00', '17:00:00'),
  shift(2, '08:00:00', '12:00:00'),
  shift(2, '13:00:00', '17:00:00'),
  shift(3, '20:00:00', '23:59:59'),
  shift(4, '00:00:00', '04:00:00'),
  shift(5, '08:00:00', '17:00:00', false),
];

// 2 March 2026 is a Monday.
it.each([
  ['within the hours', '2026-03-02T08:00', '2026-03-02T17:00', false],
  ['before they begin', '2026-03-02T07:45', '2026-03-02T09:00', true],
  ['after they end', '2026-03-02T16:00', '2026-03-02T17:15', true],
  ['over a break', '2026-03-03T11:00', '2026-03-03T14:00', true],
  ['over midnight, in two shifts', '2026-03-04T22:00', '2026-03-05T02:00', false],
  ['over midnight, beyond them', '2026-03-04T22:00', '2026-03-05T05:00', true],
  ['in a shift that is not worked', '2026-03-06T09:00', '2026-03-06T10:00', true],
  ['on a day without any', '2026-03-07T09:00', '2026-03-07T10:00', true],
  ['at a moment within them', '2026-03-02T09:00', '2026-03-02T09:00', false],
  ['at the moment when they end', '2026-03-02T17:00', '2026-03-02T17:00', true],
  [
    'on several days, from working hours to working hours',
    '2026-03-02T08:00',
    '2026-03-03T17:00',
    false,
  ],
  ['on several days, to an evening', '2026-03-02T08:00', '2026-03-03T18:00', true],
])('%s', (_, start, end, expected) => {
  expect(isOutsideHours(span(start, end), SHIFTS, clock)).toBe(expected);
});

it('treats unknown hours as working', () => {
  expect(isOutsideHours(span('2026-03-07T09:00', '2026-03-07T10:00'), [], clock)).toBe(false);
});

it('is the clock of the company that counts, on the day when it changes too', () => {
  const sundays = [shift(7, '08:00:00', '17:00:00')];

  expect(isOutsideHours(span('2026-03-08T08:00', '2026-03-08T17:00'), sundays, clock)).toBe(false);
  expect(isOutsideHours(span('2026-11-01T07:45', '2026-11-01T09:00'), sundays, clock)).toBe(true);
});

describe('warnings', () => {
  const ada = {
    name: 'Ada Byron',
    skills: [
      { skill_name: 'HVAC', skill_level: 3 },
      { skill_name: 'Boilers', skill_level: 2 },
    ],
    shifts: SHIFTS,
    bookings: [],
  };
  const formats = {
    clock,
    times: getReadableTimes({ zone_name: 'Eastern Time', rules: NEW_YORK }, 'US'),
  };
  const needs = (...skills: readonly (readonly [string, number])[]) => ({
    job_id: 1,
    required_skills: skills.map(([skill_name, skill_level]) => ({ skill_name, skill_level })),
  });
  const monday = span('2026-03-02T09:00', '2026-03-02T10:00');

  it('are none for a skilled technician at work', () => {
    expect(listWarnings(needs(['hvac', 3]), ada, monday, formats)).toEqual([]);
    expect(listWarnings(needs(), ada, undefined, formats)).toEqual([]);
  });

  it('name each missing skill, and that the technician is off', () => {
    const saturday = span('2026-03-07T09:00', '2026-03-07T10:00');

    expect(
      listWarnings(
        needs(['HVAC', 4], ['Refrigeration', 1], ['Boilers', 2]),
        ada,
        saturday,
        formats,
      ),
    ).toEqual([
      "Ada Byron doesn't have the skill HVAC at level 4.",
      "Ada Byron doesn't have the skill Refrigeration.",
      "Ada Byron isn't working then.",
    ]);
  });

  it('name other jobs at the same time, and when they end', () => {
    const booking = (job_id: number, job_title: string, start: string, end: string) => ({
      job: { job_id, job_title },
      span: span(start, end),
    });
    const bookings = [
      booking(1, 'The job itself', '2026-03-02T09:00', '2026-03-02T10:00'),
      booking(2, 'Ends before', '2026-03-02T08:00', '2026-03-02T09:00'),
      booking(3, 'Rooftop unit', '2026-03-02T09:30', '2026-03-02T13:00'),
      booking(4, 'Night shift', '2026-03-01T20:00', '2026-03-03T04:00'),
      booking(5, 'Begins after', '2026-03-02T10:00', '2026-03-02T11:00'),
    ];

    const warnings = listWarnings(needs(), { ...ada, bookings }, monday, formats);

    expect(warnings.map((warning) => warning.replaceAll(/\s/g, ' '))).toEqual([
      'Ada Byron already has Rooftop unit until 1:00 PM.',
      'Ada Byron already has Night shift until Mar 3, 2026, 4:00 AM.',
    ]);
  });
});
