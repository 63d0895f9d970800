import type { CSSProperties, ReactNode } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { WarningIcon } from '../../shell/icons';
import type { ReadableTimes } from '../../shown/readable-times';
import { toMarkColor } from '../../shown/status';
import { STATUS_COLORS } from '../jobs/job-badges';
import { useJobActions } from './job-actions';
import { toSpan } from './placement';
import classes from './schedule.module.css';

interface JobBlockProps {
  readonly job: ScheduledJobResponse;
  readonly isMoving: boolean;
  readonly warnings?: readonly string[];
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

/** Few elements and one hook, because scrolling adds a row of these every other frame. */
export function JobBlock({ job, isMoving, warnings = [], style, children }: JobBlockProps) {
  const { startDrag, endDrag, reschedule, openJob, toHref, times } = useJobActions();
  const { job_id: id, job_title: title, job_status: status } = job;
  const titleId = `job-${id}`;
  const color = { '--status': toMarkColor(STATUS_COLORS[status]) } as CSSProperties;
  const when = formatTime(job, times);
  return (
    <div
      className={classes['block']}
      style={{ ...style, ...color }}
      title={[title, job.customer_name, job.customer_location_name, status, when.whole, ...warnings]
        .filter(Boolean)
        .join('\n')}
      draggable={!isMoving}
      aria-busy={isMoving || undefined}
      data-job={id}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', title);
        startDrag(job, event);
      }}
      onDragEnd={endDrag}
    >
      <a id={titleId} href={toHref(id)} draggable={false} onClick={(event) => openJob(id, event)}>
        {title}
      </a>
      {warnings.length > 0 && (
        <span className={classes['warning']} role="img" aria-label={warnings.join(' ')}>
          <WarningIcon />
        </span>
      )}
      <button
        type="button"
        aria-label="Reschedule"
        aria-describedby={titleId}
        disabled={isMoving}
        onClick={() => reschedule(job)}
      >
        ⋯
      </button>
      <small>{[when.short, status].filter(Boolean).join(' · ')}</small>
      {children}
    </div>
  );
}

function formatTime(
  job: ScheduledJobResponse,
  { time, timeRange }: ReadableTimes,
): { readonly short?: string; readonly whole?: string } {
  const span = toSpan(job);
  if (!span) return {};
  if (job.scheduled_start === null)
    return { short: time(span.end), whole: `Until ${time(span.end)}` };
  const start = time(span.start);
  if (job.scheduled_end === null) return { short: start, whole: `From ${start}` };
  return { short: start, whole: timeRange(span.start, span.end) };
}
