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
    ...jobs.filter((job) => job.start < end && job.end > start),
  ];
  const first = Math.max(Math.min(...shown.map((span) => span.start)), start);
  const last = Math.min(Math.max(...shown.map((span) => span.end)), end);
  return {
    start: start + Math.floor((first - start) / HOUR_MS) * HOUR_MS,
    end: start + Math.ceil((last - start) / HOUR_MS) * HOUR_MS,
  };
}

const sum = (spans: readonly Span[]): number =>
  spans.reduce((total, { start, end }) => total + Math.max(0, end - start), 0);

const HOURS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Such as "5.5 of 8 h": the planned part of a technician's hours on a day. */
export function describeLoad(
  { date, start, end }: Day,
  { shifts, jobs }: { readonly shifts: readonly ShiftResponse[]; readonly jobs: readonly Span[] },
  clock: CompanyClock,
): string {
  const ofDay = jobs.map((job) => ({
    start: Math.max(job.start, start),
    end: Math.min(job.end, end),
  }));
  const planned = HOURS.format(sum(ofDay) / HOUR_MS);
  // Without known hours there is nothing to compare with.
  if (shifts.length === 0) return `${planned} h`;
  return `${planned} of ${HOURS.format(sum(listWorkingHours(date, shifts, clock)) / HOUR_MS)} h`;
}
