import type { CSSProperties, ReactNode } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { WarningIcon } from '../../shell/icons';
import { toMarkColor } from '../../shown/status';
import { STATUS_COLORS } from '../jobs/job-badges';
import { formatJobTime } from './format-job-time';
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
  const { startDrag, endDrag, openRescheduleDialog, openJob, toHref, times, canMove } =
    useJobActions();
  const { job_id: id, job_title: title, job_status: status } = job;
  const titleId = `job-${id}`;
  const color = { '--status': toMarkColor(STATUS_COLORS[status]) } as CSSProperties;
  const span = toSpan(job);
  const timeText = formatJobTime(job, times);
  const placeText = [job.customer_name, job.customer_location_city].filter(Boolean).join(' · ');
  const tabIndex = isTabStop ? undefined : -1;
  return (
    <div
      className={classes['block']}
      style={{ ...style, ...color }}
      title={[title, job.customer_name, job.customer_location_name, status, timeText, ...warnings]
        .filter(Boolean)
        .join('\n')}
      draggable={canMove && !isMoving}
      aria-busy={isMoving || undefined}
      data-job={id}
      data-status={status}
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
        aria-label={[title, timeText, status].filter(Boolean).join(', ')}
        aria-keyshortcuts={canMove ? 'M' : undefined}
        draggable={false}
        onClick={(event) => openJob(id, event)}
        onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
          if (key === 'm' && !ctrlKey && !metaKey && !altKey && canMove && !isMoving)
            openRescheduleDialog(job);
        }}
      >
        {title}
      </a>
      {warnings.length > 0 && (
        <span className={classes['warning']} role="img" aria-label={warnings.join(' ')}>
          <WarningIcon />
        </span>
      )}
      {canMove && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label="Reschedule"
          aria-describedby={titleId}
          disabled={isMoving}
          onClick={() => openRescheduleDialog(job)}
        >
          ⋯
        </button>
      )}
      <small>
        {isWeek
          ? span && times.time(job.scheduled_start === null ? span.end : span.start)
          : placeText}
      </small>
      {children}
      {isResizable && canMove && !isMoving && <span data-resize aria-hidden="true" />}
    </div>
  );
}
