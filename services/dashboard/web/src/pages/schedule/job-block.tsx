import type { CSSProperties, ReactNode } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { WarningIcon } from '../../shell/icons';
import type { ReadableTimes } from '../../shown/readable-times';
import { toMarkColor } from '../../shown/status';
import { STATUS_COLORS, STATUS_MARKS } from '../jobs/job-badges';
import { useJobActions } from './job-actions';
import { toSpan } from './placement';
import classes from './schedule.module.css';

interface JobBlockProps {
  readonly job: ScheduledJobResponse;
  readonly isMoving: boolean;
  readonly isTabStop?: boolean;
  readonly isResizable?: boolean;
  /** Whether days are columns, which do not show the time. */
  readonly isWeek?: boolean;
  readonly warnings?: readonly string[];
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

/** Few elements and one hook, because scrolling adds a row of these every other frame. */
export function JobBlock({
  job,
  isMoving,
  isTabStop = true,
  isResizable = false,
  isWeek = false,
  warnings = [],
  style,
  children,
}: JobBlockProps) {
  const { startDrag, endDrag, reschedule, openJob, toHref, times } = useJobActions();
  const { job_id: id, job_title: title, job_status: status } = job;
  const titleId = `job-${id}`;
  const color = { '--status': toMarkColor(STATUS_COLORS[status]) } as CSSProperties;
  const { short, whole } = formatTime(job, times);
  const where = [job.customer_name, job.customer_location_city].filter(Boolean).join(' · ');
  const tabIndex = isTabStop ? undefined : -1;
  return (
    <div
      className={classes['block']}
      style={{ ...style, ...color }}
      title={[title, job.customer_name, job.customer_location_name, status, whole, ...warnings]
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
      <a
        id={titleId}
        href={toHref(id)}
        tabIndex={tabIndex}
        aria-label={[title, whole, status].filter(Boolean).join(', ')}
        aria-keyshortcuts="M"
        draggable={false}
        onClick={(event) => openJob(id, event)}
        onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
          if (key === 'm' && !ctrlKey && !metaKey && !altKey && !isMoving) reschedule(job);
        }}
      >
        {title}
      </a>
      {warnings.length > 0 && (
        <span className={classes['warning']} role="img" aria-label={warnings.join(' ')}>
          <WarningIcon />
        </span>
      )}
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label="Reschedule"
        aria-describedby={titleId}
        disabled={isMoving}
        onClick={() => reschedule(job)}
      >
        ⋯
      </button>
      <small data-mark={STATUS_MARKS[status]}>{isWeek ? short : where}</small>
      {children}
      {isResizable && !isMoving && <span data-resize aria-hidden="true" />}
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
