import { Text, Title } from '@mantine/core';
import { useDrag } from '@mantine/hooks';
import { useId } from 'react';
import classes from './agenda.module.css';
import { AgendaCard } from './agenda-card';
import type { ScheduleRow } from './rows';

const MIN_SWIPE_PX = 60;

interface AgendaProps {
  readonly rows: readonly ScheduleRow[];
  readonly isStale: boolean;
  readonly movingIds: ReadonlySet<number>;
  /** A swipe to the left shows the next day. */
  readonly onSwipe: (days: 1 | -1) => void;
}

/** The day of each technician as a list, for screens too narrow for the board. */
export function Agenda({ rows, isStale, movingIds, onSwipe }: AgendaProps) {
  const { ref } = useDrag(
    ({ last, canceled, movement: [x], event }) => {
      if (!last || canceled || event.pointerType === 'mouse') return;
      if (Math.abs(x) >= MIN_SWIPE_PX) onSwipe(x < 0 ? 1 : -1);
    },
    { axis: 'lock', threshold: 10 },
  );
  const free = rows.filter(({ jobs }) => jobs.length === 0);
  return (
    <div
      ref={ref}
      className={classes['agenda']}
      role="region"
      aria-label="Technicians"
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      {rows
        .filter(({ jobs }) => jobs.length > 0)
        .map((row) => (
          <TechnicianAgenda key={row.technician.technician_id} row={row} movingIds={movingIds} />
        ))}
      {free.length > 0 && (
        <section>
          <Title order={2} size="h5">
            No jobs
          </Title>
          <Text size="sm" c="dimmed">
            {free.map(({ technician }) => technician.technician_name).join(', ')}
          </Text>
        </section>
      )}
    </div>
  );
}

interface TechnicianAgendaProps extends Pick<AgendaProps, 'movingIds'> {
  readonly row: ScheduleRow;
}

function TechnicianAgenda({ row: { technician, jobs }, movingIds }: TechnicianAgendaProps) {
  const titleId = useId();
  const inOrder = [...jobs].sort((one, other) => one.span.start - other.span.start);
  return (
    <section aria-labelledby={titleId} className={classes['technician']}>
      <Title order={2} size="h5" id={titleId}>
        {technician.technician_name}
      </Title>
      <ul>
        {inOrder.map(({ job }) => (
          <li key={job.job_id}>
            <AgendaCard job={job} isMoving={movingIds.has(job.job_id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
