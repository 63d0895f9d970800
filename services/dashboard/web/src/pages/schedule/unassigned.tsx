import { Title } from '@mantine/core';
import { useState } from 'react';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { Priority } from '../jobs/job-badges';
import { JobBlock } from './job-block';
import classes from './schedule.module.css';
import { TextLink } from '../../shown/text-link';
import { None } from '../../shown/none';

interface UnassignedProps {
  readonly jobs: readonly ScheduledJobResponse[];
  readonly hidden: number;
  /** Jobs of technicians who are not displayed. */
  readonly others: readonly ScheduledJobResponse[];
  readonly moving: ReadonlySet<number>;
  readonly canDrop: boolean;
  readonly onDrop: () => void;
}

export function Unassigned({ jobs, hidden, others, moving, canDrop, onDrop }: UnassignedProps) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      className={classes['unassigned']}
      aria-labelledby="unassigned"
      data-over={(canDrop && isOver) || undefined}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <Title order={2} id="unassigned" size="h4">
        Unassigned
      </Title>
      <Jobs jobs={jobs} moving={moving} />
      {jobs.length === 0 && <None>No unassigned jobs.</None>}
      {hidden > 0 && (
        <TextLink to="/jobs" search={{ unassigned: 'true' }}>
          and {hidden.toLocaleString('en')} more
        </TextLink>
      )}
      {others.length > 0 && (
        <>
          <Title order={3} size="h5" mt="md">
            Assigned to technicians not shown here
          </Title>
          <Jobs jobs={others} moving={moving} />
        </>
      )}
    </section>
  );
}

const Jobs = ({ jobs, moving }: Pick<UnassignedProps, 'jobs' | 'moving'>) => (
  <ul>
    {jobs.map((job) => (
      <li key={job.job_id}>
        <JobBlock job={job} isMoving={moving.has(job.job_id)}>
          <div className={classes['card']}>
            <Priority priority={job.job_priority} />
            <span>{job.assigned_technician_name ?? job.customer_name}</span>
          </div>
        </JobBlock>
      </li>
    ))}
  </ul>
);
