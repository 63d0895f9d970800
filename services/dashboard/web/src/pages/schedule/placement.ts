import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { Span } from './scale';

const HOUR = 3_600_000;

export type Placement = Pick<
  ScheduledJobResponse,
  'assigned_technician_id' | 'scheduled_start' | 'scheduled_end'
>;

/** A single known time counts as an hour. */
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

/** Keeps the duration; a job without times gets an hour. */
export function placeAt(job: ScheduledJobResponse, start: number): Placement {
  const { scheduled_start: former, scheduled_end: end } = job;
  const { start: from, end: until } = toSpan(job) ?? { start, end: start + HOUR };
  const { assigned_technician_id } = job;
  if (start === from && (former !== null || end !== null)) {
    return { assigned_technician_id, scheduled_start: former, scheduled_end: end };
  }
  const isOpen = former !== null && end === null;
  return {
    assigned_technician_id,
    scheduled_start: new Date(start).toISOString(),
    scheduled_end: isOpen ? null : new Date(start + until - from).toISOString(),
  };
}

export const toChangedFields = (job: Placement, to: Placement): Partial<Placement> => ({
  ...(to.assigned_technician_id !== job.assigned_technician_id && {
    assigned_technician_id: to.assigned_technician_id,
  }),
  ...(to.scheduled_start !== job.scheduled_start && { scheduled_start: to.scheduled_start }),
  ...(to.scheduled_end !== job.scheduled_end && { scheduled_end: to.scheduled_end }),
});
