import { ActionIcon } from '@mantine/core';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { JobStatusBadge, TimeRange } from '../jobs/job-badges';
import classes from './agenda.module.css';
import { useJobActions } from './job-actions';

interface AgendaCardProps {
  readonly job: ScheduledJobResponse;
  readonly isMoving: boolean;
}

export function AgendaCard({ job, isMoving }: AgendaCardProps) {
  const { toHref, openJob, reschedule } = useJobActions();
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
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Reschedule"
        aria-describedby={titleId}
        disabled={isMoving}
        className={classes['more']}
        onClick={() => reschedule(job)}
      >
        ⋯
      </ActionIcon>
      <small>
        <TimeRange start={job.scheduled_start} end={job.scheduled_end} />
      </small>
      <small>{place}</small>
      <JobStatusBadge status={job.job_status} />
    </div>
  );
}
