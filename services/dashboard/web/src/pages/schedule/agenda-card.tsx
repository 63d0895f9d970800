import { ActionIcon } from '@mantine/core';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { JobStatusBadge } from '../jobs/job-badges';
import classes from './agenda.module.css';
import { formatJobTime } from './format-job-time';
import { useJobActions } from './job-actions';

interface AgendaCardProps {
  readonly job: ScheduledJobResponse;
  readonly isMoving: boolean;
}

export function AgendaCard({ job, isMoving }: AgendaCardProps) {
  const { toHref, openJob, openRescheduleDialog, times, canMove } = useJobActions();
  const { job_id: id } = job;
  const titleId = `job-${id}`;
  const place = [job.customer_name, job.customer_location_city].filter(Boolean).join(' · ');
  return (
    <div className={classes['card']} data-job={id} aria-busy={isMoving || undefined}>
      <a
        id={titleId}
        href={toHref(id)}
        draggable={false}
        onClick={(event) => openJob(id, event)}
        className={classes['title']}
      >
        {job.job_title}
      </a>
      {canMove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Reschedule"
          aria-describedby={titleId}
          disabled={isMoving}
          className={classes['more']}
          onClick={() => openRescheduleDialog(job)}
        >
          ⋯
        </ActionIcon>
      )}
      <small>{formatJobTime(job, times)}</small>
      <JobStatusBadge status={job.job_status} />
      <small className={classes['place']}>{place}</small>
    </div>
  );
}
