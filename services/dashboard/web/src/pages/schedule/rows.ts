import type {
  ScheduledJobResponse,
  ScheduledTechnicianResponse,
} from '../../../../contract/responses';
import { toSpan } from './placement';
import { assignLanes, type Extent, type Scale, type Span } from './scale';
import type { Move } from './use-reschedule';

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
  readonly lanes: number;
}

/** Applies moves that are under way. */
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

export function createRow(
  technician: ScheduledTechnicianResponse,
  jobs: readonly ScheduledJobResponse[],
  { from, until }: { readonly from: number; readonly until: number },
  scale: Scale,
): ScheduleRow {
  const placed = jobs.flatMap((job) => {
    const span = toSpan(job);
    const isInView = span && span.start < until && (span.end > from || span.start >= from);
    return isInView ? [{ job, span, extent: scale.toExtent(span) }] : [];
  });
  const { lanes, count } = assignLanes(placed.map(({ extent }) => extent));
  return {
    technician,
    jobs: placed.map((each, index) => ({ ...each, lane: lanes[index] ?? 0 })),
    lanes: count,
  };
}
