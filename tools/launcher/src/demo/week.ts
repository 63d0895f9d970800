import { readFileSync } from 'node:fs';
import { formatTimestamp, toLocalDate } from '@svc/kernel';
import { parse } from 'yaml';

export interface DemoManifest {
  readonly company: { readonly slug: string; readonly timezone?: string };
  readonly users?: readonly User[];
  readonly technicians?: readonly Technician[];
  readonly assets?: readonly { readonly meters: readonly Meter[] }[];
  readonly jobs?: readonly Job[];
}

interface User {
  readonly email?: string;
  readonly password?: string;
  readonly role: string;
}

interface Technician {
  readonly ref: string;
  readonly schedule: readonly { readonly day_of_week: number; readonly is_available: boolean }[];
}

interface Meter {
  readonly ref: string;
  readonly readings: readonly Reading[];
}

interface Reading {
  readonly reading_value: number;
  readonly reading_date: string;
}

interface Job {
  readonly ref: string;
  readonly job_status?: string;
  readonly technician?: string;
  readonly scheduled_start?: string;
  readonly scheduled_end?: string;
}

export interface Week {
  readonly jobs: Readonly<Record<string, JobTime>>;
  readonly readings: Readonly<Record<string, readonly number[]>>;
  readonly endpoints: readonly DemoEndpoint[];
  readonly app: DemoApp;
  readonly service_requests: readonly DemoRequest[];
  readonly invoices: readonly DemoInvoice[];
  readonly refused: readonly DemoRefusal[];
  readonly changes: readonly DemoChange[];
}

interface JobTime {
  readonly day: number;
  readonly start: string;
  /** Absent: the same day. */
  readonly end_day?: number;
  readonly end: string;
}

export interface DemoEndpoint {
  readonly path: string;
  readonly events: readonly string[];
  readonly answers: readonly number[];
}

export interface DemoApp {
  readonly by: string;
}

export interface DemoRequest {
  readonly customer?: string;
  readonly job?: string;
  readonly declined?: boolean;
}

export interface DemoInvoice {
  readonly job: string;
  readonly total_cents: number;
  readonly payments?: readonly number[];
}

/** A request of the app that the API refuses. */
export interface DemoRefusal {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface DemoChange {
  readonly by: string;
  readonly job: string;
  readonly set: Readonly<Record<string, unknown>>;
}

export const readDemoManifest = (file: string): DemoManifest => readYaml<DemoManifest>(file);

export const readWeek = (file: string): Week => readYaml<Week>(file);

const readYaml = <Content>(file: string): Content => parse(readFileSync(file, 'utf8')) as Content;

/** Moves the week's jobs and readings around the company's current day. */
export function placeAround(now: Date, manifest: DemoManifest, week: Week): DemoManifest {
  const zone = manifest.company.timezone ?? 'UTC';
  const today = toLocalDate(now, zone);
  const workingDays = new Map(
    manifest.technicians?.map(({ ref, schedule }) => [
      ref,
      new Set(schedule.filter((each) => each.is_available).map((each) => each.day_of_week)),
    ]),
  );
  const jobs = manifest.jobs?.map((job): Job => {
    const time = week.jobs[job.ref];
    if (!time) return job;
    const { day, start, end_day: endDay = day, end } = time;
    const days = workingDays.get(job.technician ?? '') ?? ANY_DAY;
    return {
      ...job,
      scheduled_start: `${workingDay(today, day, days)}T${start}:00`,
      scheduled_end: `${workingDay(today, endDay, days)}T${end}:00`,
    };
  });
  const assets = manifest.assets?.map((asset) => ({
    ...asset,
    meters: asset.meters.map((meter) => ({
      ...meter,
      readings: [...meter.readings, ...laterReadings(meter, week.readings[meter.ref] ?? [], today)],
    })),
  }));
  return {
    ...manifest,
    ...(jobs && { jobs: withStatusesAt(formatTimestamp(now, zone), jobs) }),
    ...(assets && { assets }),
  };
}

/**
 * A completed job that has not ended yet is in progress, or assigned if it has not begun or its
 * technician works on another.
 */
function withStatusesAt(present: string, jobs: readonly Job[]): readonly Job[] {
  const busy = new Set(
    jobs.flatMap(({ job_status: status, technician = '' }) =>
      status === 'In Progress' ? [technician] : [],
    ),
  );
  const statuses = new Map<string, string>();
  const byStart = jobs.toSorted((one, other) =>
    (one.scheduled_start ?? '').localeCompare(other.scheduled_start ?? ''),
  );
  for (const { ref, technician = '', ...job } of byStart) {
    const { job_status: status, scheduled_start: start = '', scheduled_end: end = '' } = job;
    if (status !== 'Completed' || end <= present) continue;
    const isRunning = start <= present && !busy.has(technician);
    if (isRunning) busy.add(technician);
    statuses.set(ref, isRunning ? 'In Progress' : 'Assigned');
  }
  return jobs.map((job) => {
    const status = statuses.get(job.ref);
    return status === undefined ? job : { ...job, job_status: status };
  });
}

const ANY_DAY: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7]);
const DAY_MS = 86_400_000;

const dayOfWeek = (date: string): number => new Date(date).getUTCDay() || 7;

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The n-th working day before (below 0) or after the last one up to today.
 *
 * @param days at least one of 1 (Monday) to 7
 */
function workingDay(today: string, n: number, days: ReadonlySet<number>): string {
  const isWorking = (date: string): boolean => days.has(dayOfWeek(date));
  const next = (date: string, step: 1 | -1): string => {
    const day = addDays(date, step);
    return isWorking(day) ? day : next(day, step);
  };
  let day = isWorking(today) ? today : next(today, -1);
  for (let left = Math.abs(n); left > 0; left -= 1) day = next(day, n < 0 ? -1 : 1);
  return day;
}

/** One reading per week up to today's, each higher than the one before. */
function laterReadings(
  { readings }: Meter,
  increases: readonly number[],
  today: string,
): readonly Reading[] {
  let value = readings.at(-1)?.reading_value ?? 0;
  return increases.map((increase, at) => {
    value += increase;
    const weeksAgo = increases.length - 1 - at;
    return { reading_value: value, reading_date: addDays(today, -7 * weeksAgo) };
  });
}
