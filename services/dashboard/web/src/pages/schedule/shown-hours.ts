import type { ShiftResponse } from '../../../../contract/responses';
import type { CompanyClock } from '../../shown/company-clock';
import type { Day } from './days';
import type { Span } from './scale';
import { listWorkingHours } from './working-hours';

const HOUR_MS = 3_600_000;
const USUAL_START = '08:00';
const USUAL_END = '17:00';

interface Planned {
  readonly schedules: readonly (readonly ShiftResponse[])[];
  readonly jobs: readonly Span[];
}

const isLong = (job: Span): boolean => job.end - job.start > 24 * HOUR_MS;

/** A job of several days would fill each of them. */
const toEdges = (job: Span): readonly Span[] =>
  isLong(job)
    ? [
        { start: job.start, end: job.start + HOUR_MS },
        { start: job.end - HOUR_MS, end: job.end },
      ]
    : [job];

/** Covers the working hours and jobs of a day, in whole hours. */
export function findShownHours(
  { date, start, end }: Day,
  { schedules, jobs }: Planned,
  clock: CompanyClock,
): Span {
  const worked = schedules.flatMap((shifts) => listWorkingHours(date, shifts, clock));
  const usual = {
    start: clock.toInstant(`${date}T${USUAL_START}`),
    end: clock.toInstant(`${date}T${USUAL_END}`),
  };
  const shown = [
    ...(worked.length > 0 ? worked : [usual]),
    ...jobs.flatMap(toEdges).filter((job) => job.start < end && job.end > start),
  ];
  const first = Math.max(Math.min(...shown.map((span) => span.start)), start);
  const last = Math.min(Math.max(...shown.map((span) => span.end)), end);
  return {
    start: start + Math.floor((first - start) / HOUR_MS) * HOUR_MS,
    end: start + Math.ceil((last - start) / HOUR_MS) * HOUR_MS,
  };
}

export const sumOverlap = (one: Span, others: readonly Span[]): number =>
  others.reduce(
    (total, { start, end }) =>
      total + Math.max(0, Math.min(one.end, end) - Math.max(one.start, start)),
    0,
  );

const HOURS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Such as "5.5 of 8 h", or "Off": the planned part of a technician's hours on a day. */
export function describeLoad(
  day: Day,
  { shifts, jobs }: { readonly shifts: readonly ShiftResponse[]; readonly jobs: readonly Span[] },
  clock: CompanyClock,
): string {
  const hours = listWorkingHours(day.date, shifts, clock);
  const planned = jobs.map((job) => sumOverlap(job, isLong(job) ? hours : [day]));
  const plannedMs = planned.reduce((total, each) => total + each, 0);
  const workingMs = sumOverlap(day, hours);
  const text = HOURS.format(plannedMs / HOUR_MS);
  // Without known hours there is nothing to compare with.
  if (shifts.length === 0) return `${text} h`;
  if (plannedMs + workingMs === 0) return 'Off';
  return `${text} of ${HOURS.format(workingMs / HOUR_MS)} h`;
}
