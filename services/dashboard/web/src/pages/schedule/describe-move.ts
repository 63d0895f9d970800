import type { ReadableTimes } from '../../shown/readable-times';
import { toSpan, type Move } from './placement';

/** Such as "Assigned to Erik Lindqvist, Tue 1:30 PM". */
export function describeMove(
  { job, to, technicianName }: Pick<Move, 'job' | 'to' | 'technicianName'>,
  { weekday, time, timeRange }: Pick<ReadableTimes, 'weekday' | 'time' | 'timeRange'>,
): string {
  if (to.assigned_technician_id === null) return `“${job.job_title}” unassigned`;
  const span = toSpan(to);
  const isAssigned = to.job_status !== job.job_status;
  const isSameTechnician = to.assigned_technician_id === job.assigned_technician_id;
  if (span && isSameTechnician && !isAssigned && to.scheduled_start === job.scheduled_start) {
    return `Now ${weekday(span.start)} ${timeRange(span.start, span.end)}`;
  }
  const done = `${isAssigned ? 'Assigned' : 'Moved'} to ${technicianName}`;
  return span ? `${done}, ${weekday(span.start)} ${time(span.start)}` : done;
}
