import type {
  ScheduledJobResponse,
  ScheduledTechnicianResponse,
} from '../../../../contract/responses';
import { toSpan, type Move } from './placement';
import { assignLanes, type Extent, type Scale, type Span } from './scale';
import { toBookings, type Booking, type BookableTechnician } from './working-hours';

export interface PlacedJob {
  readonly job: ScheduledJobResponse;
  readonly span: Span;
  readonly extent: Extent;
  /** Overlapping jobs are in different lanes. */
  readonly lane: number;
}

export interface ScheduleRow {
  readonly technician: ScheduledTechnicianResponse;
  readonly jobs: readonly PlacedJob[];
  /** Also jobs outside the view, for double bookings over midnight. */
  readonly bookings: readonly Booking[];
  readonly lanes: number;
}

/** Puts jobs where their pending moves take them. */
export function applyMoves(
  jobs: readonly ScheduledJobResponse[],
  moves: readonly Move[],
): readonly ScheduledJobResponse[] {
  if (moves.length === 0) return jobs;
  const moved = new Map(moves.map(({ job, to }) => [job.job_id, { ...job, ...to }]));
  const others = jobs.filter(({ job_id: id }) => !moved.has(id));
  return [...others, ...moved.values()];
}

export function groupByTechnician(
  jobs: readonly ScheduledJobResponse[],
): ReadonlyMap<number | null, readonly ScheduledJobResponse[]> {
  const groups = new Map<number | null, ScheduledJobResponse[]>();
  for (const job of jobs) {
    const group = groups.get(job.assigned_technician_id);
    if (group) group.push(job);
    else groups.set(job.assigned_technician_id, [job]);
  }
  return groups;
}

interface RowJobs {
  readonly jobs: readonly ScheduledJobResponse[];
  /** Loaded for the days around the view. */
  readonly nearby: readonly ScheduledJobResponse[];
}

export function createRow(
  technician: ScheduledTechnicianResponse,
  { jobs, nearby }: RowJobs,
  { start: from, end: until }: Span,
  scale: Scale,
): ScheduleRow {
  const placed = jobs.flatMap((job) => {
    const span = toSpan(job);
    // A job without a duration is in view where it starts.
    const isInView = span && span.start < until && (span.end > from || span.start >= from);
    return isInView ? [{ job, span, extent: scale.toExtent(span) }] : [];
  });
  const { lanes, count } = assignLanes(placed.map(({ extent }) => extent));
  return {
    technician,
    jobs: placed.map((each, index) => ({ ...each, lane: lanes[index] ?? 0 })),
    bookings: [...placed, ...toBookings(nearby)],
    lanes: Math.max(count, 1),
  };
}

export const toBookableTechnician = ({
  technician: { technician_name: name, skills, schedule: shifts },
  bookings,
}: Pick<ScheduleRow, 'technician' | 'bookings'>): BookableTechnician => ({
  name,
  skills,
  shifts,
  bookings,
});

const ROW_PADDING = 8;
const LINE_HEIGHT = 16;
/** Between lanes, and around the text of a block. */
const LANE_MARGIN = 12;
/** A day shows one line of a title and its customer, a week two lines and the time. */
const MIN_LANE_HEIGHT = { day: LANE_MARGIN + 2 * LINE_HEIGHT, week: LANE_MARGIN + 3 * LINE_HEIGHT };
const MAX_LANE_HEIGHT = LANE_MARGIN + 6 * LINE_HEIGHT;

/** Rows share the height that there is. */
export function chooseLaneHeight(
  rows: readonly Pick<ScheduleRow, 'lanes'>[],
  height: number,
  view: keyof typeof MIN_LANE_HEIGHT,
): number {
  const lanes = rows.reduce((total, row) => total + row.lanes, 0);
  const each = Math.floor((height - rows.length * ROW_PADDING) / lanes);
  return Math.min(Math.max(each, MIN_LANE_HEIGHT[view]), MAX_LANE_HEIGHT);
}

/** The last line of a block is not part of the title. */
export const countTitleLines = (laneHeight: number): number =>
  Math.floor((laneHeight - LANE_MARGIN) / LINE_HEIGHT) - 1;

export const toRowHeight = ({ lanes }: Pick<ScheduleRow, 'lanes'>, laneHeight: number): number =>
  lanes * laneHeight + ROW_PADDING;
