import type {
  ScheduledJobResponse,
  ShiftResponse,
  SkillResponse,
} from '../../../../contract/responses';
import { textKey } from '../../../../contract/values';
import type { CompanyClock } from '../../shown/company-clock';
import type { ReadableTimes } from '../../shown/readable-times';
import { addDays, getWeekday } from './days';
import { toSpan } from './placement';
import type { Span } from './scale';

export interface Booking {
  readonly job: Pick<ScheduledJobResponse, 'job_id' | 'job_title'>;
  readonly span: Span;
}

/** Jobs without times are left out. */
export const toBookings = (
  jobs: readonly (Booking['job'] & Parameters<typeof toSpan>[0])[],
): readonly Booking[] =>
  jobs.flatMap((job) => {
    const span = toSpan(job);
    return span ? [{ job, span }] : [];
  });

export interface BookableTechnician {
  readonly name: string;
  readonly skills: readonly Pick<SkillResponse, 'skill_name' | 'skill_level'>[];
  readonly shifts: readonly ShiftResponse[];
  readonly bookings: readonly Booking[];
}

const TIME_LENGTH = '08:00'.length;
/** A shift cannot end at 24:00; one that ends at 23:59 continues at midnight. */
const LAST_MINUTE = '23:59';

export const listWorkingHours = (
  date: string,
  shifts: readonly ShiftResponse[],
  clock: CompanyClock,
): readonly Span[] =>
  shifts
    .filter(({ day_of_week: day, is_available: isAvailable }) => {
      return isAvailable && day === getWeekday(date);
    })
    .map(({ start_time: start, end_time: end }) => ({
      start: clock.toInstant(`${date}T${start.slice(0, TIME_LENGTH)}`),
      end: end.startsWith(LAST_MINUTE)
        ? clock.toInstant(`${addDays(date, 1)}T00:00`)
        : clock.toInstant(`${date}T${end.slice(0, TIME_LENGTH)}`),
    }));

const MAX_CHECKED_SPAN_MS = 24 * 3_600_000;

/**
 * Whether a technician is not working during part of a span. Of a span longer than a day, only the
 * start and end are checked. Returns false if no hours are known.
 */
export function isOutsideHours(
  { start, end }: Span,
  shifts: readonly ShiftResponse[],
  clock: CompanyClock,
): boolean {
  if (shifts.length === 0) return false;
  const isCovered = (part: Span): boolean => {
    const last = clock.dateAt(part.end);
    let covered = part.start;
    for (let date = clock.dateAt(part.start); date <= last; date = addDays(date, 1)) {
      for (const hours of listWorkingHours(date, shifts, clock)) {
        if (hours.start <= covered && hours.end > covered) covered = hours.end;
      }
    }
    return covered > part.start && covered >= part.end;
  };
  if (end - start <= MAX_CHECKED_SPAN_MS) return !isCovered({ start, end });
  return !isCovered({ start, end: start }) || !isCovered({ start: end - 1, end });
}

export interface ScheduleFormats {
  readonly clock: CompanyClock;
  readonly times: Pick<ReadableTimes, 'time' | 'timeRange' | 'moment'>;
}

/** Warnings never prevent an assignment. */
export function listWarnings(
  {
    job_id: id,
    required_skills: required,
  }: Pick<ScheduledJobResponse, 'job_id' | 'required_skills'>,
  { name, skills, shifts, bookings }: BookableTechnician,
  span: Span | undefined,
  formats: ScheduleFormats,
): readonly string[] {
  const lacking = listLackingSkills(required, skills).map(
    (skill) => `${name} doesn't have the skill ${skill}.`,
  );
  if (!span) return lacking;
  const overlapping = listOverlaps(id, span, bookings).map(
    (booking) => `${name} already has ${formatBooking(booking, span, formats)}.`,
  );
  const off = isOutsideHours(span, shifts, formats.clock) ? [`${name} isn't working then.`] : [];
  return [...lacking, ...off, ...overlapping];
}

/** A level is named where the technician has the skill, but not at this level. */
export function listLackingSkills(
  required: ScheduledJobResponse['required_skills'],
  skills: BookableTechnician['skills'],
): readonly string[] {
  const levels = new Map(
    skills.map(({ skill_name: skill, skill_level: level }) => [textKey(skill), level]),
  );
  return required.flatMap(({ skill_name: skill, skill_level: needed }) => {
    const level = levels.get(textKey(skill));
    if (level === undefined) return [skill];
    return level < needed ? [`${skill} at level ${needed}`] : [];
  });
}

export const listOverlaps = (
  jobId: number,
  span: Span,
  bookings: readonly Booking[],
): readonly Booking[] =>
  bookings.filter(
    ({ job, span: other }) =>
      job.job_id !== jobId && other.start < span.end && span.start < other.end,
  );

/** Such as `Rooftop unit 2 until 1:00 PM`; names the day if it is not the one of `from`. */
export function formatBooking(
  { job: { job_title: title }, span: { end } }: Booking,
  { start: from }: Span,
  { clock, times }: ScheduleFormats,
): string {
  const isSameDay = clock.dateAt(from) === clock.dateAt(end);
  return `${title} until ${isSameDay ? times.time(end) : times.moment(clock.isoAt(end))}`;
}
