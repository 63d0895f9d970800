import type { ReadableTimes } from '../../shown/readable-times';
import { toSpan, type Placement } from './placement';

/** Names dates only where a job spans several; empty without times. */
export function formatJobTime(
  job: Pick<Placement, 'scheduled_start' | 'scheduled_end'>,
  { time, timeRange }: Pick<ReadableTimes, 'time' | 'timeRange'>,
): string {
  const span = toSpan(job);
  if (!span) return '';
  if (job.scheduled_start === null) return `Until ${time(span.end)}`;
  if (job.scheduled_end === null) return `From ${time(span.start)}`;
  return timeRange(span.start, span.end);
}
