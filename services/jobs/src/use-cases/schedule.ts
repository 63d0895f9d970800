import type { Caller } from '@svc/contracts';
import { toLocalDate, parseTimestamp, startOfNextLocalDay } from '@svc/kernel';
import type { CalendarJob, JobsInStatus, ScheduledJob } from '../persistence/job-schedule';
import type { Range } from '../persistence/jobs-during';
import type { Dependencies } from './dependencies';

const MAX_JOBS = 5_000;
const MAX_UNASSIGNED = 100;
const MAX_TECHNICIAN_JOBS = 500;

export interface Schedule {
  readonly jobs: readonly ScheduledJob[];
  readonly isCut: boolean;
  readonly unassigned: readonly ScheduledJob[];
  readonly unassignedTotal: number;
}

export const getSchedule =
  ({ schedule }: Dependencies) =>
  async (companyId: number, range: Range): Promise<Schedule> => {
    const [jobs, unassigned] = await Promise.all([
      schedule.listDuring(companyId, range, MAX_JOBS + 1),
      schedule.listUnassigned(companyId, range, MAX_UNASSIGNED),
    ]);
    return {
      jobs: jobs.slice(0, MAX_JOBS),
      isCut: jobs.length > MAX_JOBS,
      unassigned: unassigned.jobs,
      unassignedTotal: unassigned.total,
    };
  };

export const listTechnicianJobs =
  ({ schedule }: Dependencies) =>
  (companyId: number, technicianId: number, range: Range): Promise<readonly ScheduledJob[]> =>
    schedule.listForTechnician(companyId, technicianId, range, MAX_TECHNICIAN_JOBS);

const DAY_MS = 86_400_000;
const CALENDAR_DAYS_BACK = 30;
const CALENDAR_DAYS_AHEAD = 180;
/** About ten a day; the latest are left out. */
const MAX_CALENDAR_JOBS = 2_000;

export const listCalendarJobs =
  ({ schedule, now }: Dependencies) =>
  (companyId: number, technicianId: number): Promise<readonly CalendarJob[]> => {
    const at = now().getTime();
    const from = new Date(at - CALENDAR_DAYS_BACK * DAY_MS);
    const until = new Date(at + CALENDAR_DAYS_AHEAD * DAY_MS);
    return schedule.listCalendar(companyId, technicianId, { from, until }, MAX_CALENDAR_JOBS);
  };

export const toToday = (at: Date, zone: string): Range => ({
  from: parseTimestamp(toLocalDate(at, zone), zone)?.at ?? at,
  until: startOfNextLocalDay(at, zone),
});

export interface JobsOfToday {
  /** YYYY-MM-DD, in the company's zone. */
  readonly date: string;
  readonly counts: readonly JobsInStatus[];
  /** YYYY-MM-DD */
  readonly tomorrow: string;
  readonly unassignedTomorrow: number;
  readonly late: number;
}

export const countJobsOfToday =
  ({ schedule, now }: Dependencies) =>
  async ({ companyId, zone }: Pick<Caller, 'companyId' | 'zone'>): Promise<JobsOfToday> => {
    const at = now();
    const today = toToday(at, zone);
    const tomorrow = { from: today.until, until: startOfNextLocalDay(today.until, zone) };
    const [counts, unassignedTomorrow, late] = await Promise.all([
      schedule.countDuring(companyId, today),
      schedule.countUnassigned(companyId, tomorrow),
      schedule.countLate(companyId, at),
    ]);
    return {
      date: toLocalDate(at, zone),
      counts,
      tomorrow: toLocalDate(today.until, zone),
      unassignedTomorrow,
      late,
    };
  };
