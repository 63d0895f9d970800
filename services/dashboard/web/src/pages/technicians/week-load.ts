import type { ScheduledJobResponse, ShiftResponse } from '../../../../contract/responses';
import type { CompanyClock } from '../../shown/company-clock';
import { listDaysFrom } from '../schedule/days';
import { toSpan } from '../schedule/placement';
import type { Span } from '../schedule/scale';
import { sumOverlap } from '../schedule/shown-hours';
import { listWorkingHours } from '../schedule/working-hours';

const HOUR_MS = 3_600_000;
const DAYS_PER_WEEK = 7;

interface WeekLoad {
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
  const week = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  /** Rounds to tenths. */
  const sumHours = (spans: readonly Span[]): number =>
    Math.round((10 * sumOverlap(week, spans)) / HOUR_MS) / 10;
  return {
    plannedHours: sumHours(jobs.flatMap((job) => toSpan(job) ?? [])),
    workingHours: sumHours(days.flatMap(({ date }) => listWorkingHours(date, shifts, clock))),
  };
}
