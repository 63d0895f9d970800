import type { ScheduledJobResponse, ShiftResponse } from '../../../../contract/responses';
import type { CompanyClock } from '../../shown/company-clock';
import { addDays, listDaysFrom } from '../schedule/days';
import { toSpan } from '../schedule/placement';
import { listWorkingHours } from '../schedule/working-hours';

const HOUR_MS = 3_600_000;
export const DAYS_PER_WEEK = 7;

export interface WeekLoad {
  readonly plannedHours: number;
  readonly workingHours: number;
}

type Job = Pick<ScheduledJobResponse, 'scheduled_start' | 'scheduled_end'>;

/** Counts the part of each job that lies within the week that begins on `monday`. */
export function countWeekLoad(
  monday: string,
  { jobs, shifts }: { readonly jobs: readonly Job[]; readonly shifts: readonly ShiftResponse[] },
  clock: CompanyClock,
): WeekLoad {
  const days = listDaysFrom(monday, DAYS_PER_WEEK, clock);
  const from = clock.toInstant(`${monday}T00:00`);
  const until = clock.toInstant(`${addDays(monday, DAYS_PER_WEEK)}T00:00`);
  const planned = jobs.map((job) => {
    const span = toSpan(job);
    return span ? Math.max(0, Math.min(span.end, until) - Math.max(span.start, from)) : 0;
  });
  const working = days.flatMap(({ date }) =>
    listWorkingHours(date, shifts, clock).map(({ start, end }) => end - start),
  );
  return { plannedHours: toHours(planned), workingHours: toHours(working) };
}

/** Rounds to tenths. */
const toHours = (spansMs: readonly number[]): number =>
  Math.round((10 * spansMs.reduce((all, each) => all + each, 0)) / HOUR_MS) / 10;
