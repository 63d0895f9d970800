import type { MantineColor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ScheduledJobAnswer } from '../../../../contract/schedule';
import { ClockIcon, WarningIcon } from '../../shell/icons';
import { useTimes } from '../../shown/times';
import { STATUS_COLORS } from '../jobs/job-marks';
import { useDragging } from './dragging';
import { spanOf } from './placement';
import classes from './schedule.module.css';

interface JobBlockProps {
  readonly job: ScheduledJobAnswer;
  /** Whether a change of it is under way: it stays where it is until then. */
  readonly isMoving: boolean;
  readonly warnings?: readonly string[];
  readonly style?: React.CSSProperties;
  /** Where there is room for more than its title, status and time. */
  readonly children?: React.ReactNode;
}

/** A job that can be opened, dragged and rescheduled. */
export function JobBlock({ job, isMoving, warnings = [], style, children }: JobBlockProps) {
  const { begin, end, reschedule } = useDragging();
  const titleId = useId();
  const { time } = useTimes();
  const when = useWhen(job);
  const span = spanOf(job);
  const { job_id: id, job_title: title, job_status: status } = job;
  const color = colorOf(STATUS_COLORS[status]);
  return (
    <div
      className={classes['block']}
      style={{ ...style, borderInlineStartColor: color }}
      title={[title, job.customer_name, job.customer_location_name, status, when, ...warnings]
        .filter(Boolean)
        .join('\n')}
      draggable={!isMoving}
      aria-busy={isMoving || undefined}
      data-job={id}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing that has no data.
        event.dataTransfer.setData('text/plain', title);
        begin(job, event);
      }}
      onDragEnd={end}
    >
      <div className={classes['line']}>
        <Link id={titleId} to={`/jobs/${id}` as never} draggable={false}>
          {title}
        </Link>
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
          <ClockIcon />
        </button>
      </div>
      <div className={classes['details']}>
        <i style={{ background: color }} />
        {status}
        {span && <span>{time(job.scheduled_start === null ? span.end : span.start)}</span>}
      </div>
      {children}
    </div>
  );
}

/** In light and in dark; the shades of gray are made for one of these. */
const colorOf = (color: MantineColor): string =>
  color === 'gray' || color === 'dark'
    ? 'var(--mantine-color-dimmed)'
    : `var(--mantine-color-${color}-6)`;

/** The time of a job as far as it is known. */
function useWhen(job: ScheduledJobAnswer): string | undefined {
  const { time, timeRange } = useTimes();
  const span = spanOf(job);
  if (!span) return undefined;
  if (job.scheduled_end === null) return `From ${time(span.start)}`;
  return job.scheduled_start === null ? `Until ${time(span.end)}` : timeRange(span.start, span.end);
}
