import type { ScheduledJobResponse } from '../../../../contract/responses';
import { STEP_MS, type Span } from './scale';

const HOUR = 3_600_000;

export type Placement = Pick<
  ScheduledJobResponse,
  'assigned_technician_id' | 'scheduled_start' | 'scheduled_end' | 'job_status'
>;

/** A change of a job, and the warnings about it. */
export interface Move {
  readonly job: ScheduledJobResponse;
  readonly to: Placement;
  readonly warnings: readonly string[];
  /** The technician of `to`. */
  readonly technicianName?: string | undefined;
  readonly isUndo?: true;
}

/** A job with only a start or only an end counts as one hour long. */
export function toSpan({
  scheduled_start: start,
  scheduled_end: end,
}: Pick<Placement, 'scheduled_start' | 'scheduled_end'>): Span | undefined {
  if (start !== null) {
    const from = Date.parse(start);
    return { start: from, end: end === null ? from + HOUR : Date.parse(end) };
  }
  return end === null ? undefined : { start: Date.parse(end) - HOUR, end: Date.parse(end) };
}

const toPlacement = (job: Placement): Placement => ({
  assigned_technician_id: job.assigned_technician_id,
  scheduled_start: job.scheduled_start,
  scheduled_end: job.scheduled_end,
  job_status: job.job_status,
});

/** Keeps the duration; a job without times gets an hour. */
export function placeAt(job: Placement, start: number): Placement {
  const { scheduled_start: formerStart, scheduled_end: end } = job;
  const { start: from, end: until } = toSpan(job) ?? { start, end: start + HOUR };
  if (start === from && (formerStart !== null || end !== null)) return toPlacement(job);
  const isOpenEnded = formerStart !== null && end === null;
  return {
    ...toPlacement(job),
    scheduled_start: new Date(start).toISOString(),
    scheduled_end: isOpenEnded ? null : new Date(start + until - from).toISOString(),
  };
}

export function endAt(job: Placement, end: number): Placement {
  const span = toSpan(job);
  if (!span || end === span.end) return toPlacement(job);
  return {
    ...toPlacement(job),
    scheduled_start: job.scheduled_start ?? new Date(span.start).toISOString(),
    scheduled_end: new Date(Math.max(end, span.start + STEP_MS)).toISOString(),
  };
}

/** A Pending job that gets a technician is Assigned, and an Assigned one that loses them is Pending. */
export function assignTo(job: Placement, technicianId: number | null): Placement {
  const { job_status: status } = job;
  const isAssigned = technicianId !== null;
  return {
    ...toPlacement(job),
    assigned_technician_id: technicianId,
    ...(status === 'Pending' && isAssigned && { job_status: 'Assigned' }),
    ...(status === 'Assigned' && !isAssigned && { job_status: 'Pending' }),
  };
}

export const toChangedFields = (job: Placement, to: Placement): Partial<Placement> => ({
  ...(to.assigned_technician_id !== job.assigned_technician_id && {
    assigned_technician_id: to.assigned_technician_id,
  }),
  ...(to.scheduled_start !== job.scheduled_start && { scheduled_start: to.scheduled_start }),
  ...(to.scheduled_end !== job.scheduled_end && { scheduled_end: to.scheduled_end }),
  ...(to.job_status !== job.job_status && { job_status: to.job_status }),
});
