import type {
  ListedTechnicianResponse,
  ScheduledJobResponse,
  ScheduledJobsResponse,
} from '../../../../contract/responses';
import type { CompanyClock } from '../../shown/company-clock';
import type { Day } from '../schedule/days';
import { toSpan } from '../schedule/placement';
import { groupByTechnician } from '../schedule/rows';

export interface LaneJob {
  readonly job: ScheduledJobResponse;
  readonly start: number;
  readonly end: number;
}

export interface Lane {
  /** Null for the lane of unassigned jobs. */
  readonly id: number | null;
  readonly name: string;
  readonly jobs: readonly LaneJob[];
}

const place = (jobs: readonly ScheduledJobResponse[], day: Day): readonly LaneJob[] =>
  jobs.flatMap((job) => {
    const span = toSpan(job);
    return span && span.start < day.end && span.end > day.start ? [{ job, ...span }] : [];
  });

/** Creates a lane per technician, by name, and a last one for unassigned jobs if there are any. */
export function createLanes(
  { jobs, unassigned }: Pick<ScheduledJobsResponse, 'jobs' | 'unassigned'>,
  listed: readonly Pick<ListedTechnicianResponse, 'technician_id' | 'first_name' | 'last_name'>[],
  day: Day,
): readonly Lane[] {
  const names = new Map<number, string>();
  for (const { technician_id: id, first_name: first, last_name: last } of listed)
    names.set(id, `${first} ${last}`);
  const byTechnician = groupByTechnician(jobs);
  for (const [id, [job]] of byTechnician) {
    if (id !== null) names.set(id, job?.assigned_technician_name ?? `Technician ${id}`);
  }
  const lanes = [...names]
    .map(([id, name]): Lane => ({ id, name, jobs: place(byTechnician.get(id) ?? [], day) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const unassignedJobs = place(unassigned, day);
  return unassignedJobs.length === 0
    ? lanes
    : [...lanes, { id: null, name: 'Unassigned', jobs: unassignedJobs }];
}

const WORKDAY = ['06:00', '19:00'] as const;
const HOUR_MS = 3_600_000;

/** Spans the jobs of the day in whole hours, and at least a usual working day. */
export function findDayHours(
  lanes: readonly Lane[],
  clock: CompanyClock,
  { date, start: first, end: last }: Day,
): { readonly from: number; readonly until: number } {
  const times = lanes
    .flatMap(({ jobs }) => jobs.flatMap(({ start, end }) => [start, end]))
    .filter((time) => time >= first && time <= last);
  const begin = Math.min(clock.toInstant(`${date}T${WORKDAY[0]}`), ...times);
  const end = Math.max(clock.toInstant(`${date}T${WORKDAY[1]}`), ...times);
  return {
    from: Math.floor(begin / HOUR_MS) * HOUR_MS,
    until: Math.ceil(end / HOUR_MS) * HOUR_MS,
  };
}
