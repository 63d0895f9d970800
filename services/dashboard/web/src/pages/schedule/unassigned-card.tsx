import { Checkbox } from '@mantine/core';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import type { ReadableTimes } from '../../shown/readable-times';
import { Priority } from '../jobs/job-badges';
import { formatDuration } from './format-duration';
import { useJobActions } from './job-actions';
import { JobBlock } from './job-block';
import { toSpan } from './placement';
import classes from './unassigned.module.css';

interface UnassignedCardProps {
  readonly job: ScheduledJobResponse;
  readonly isMoving: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

export function UnassignedCard({ job, isMoving, isChosen, onChoose }: UnassignedCardProps) {
  const { times } = useJobActions();
  const skills = job.required_skills.map(({ skill_name: skill }) => skill).join(', ');
  const when = [formatWhen(job, times), formatDuration(job)].filter(Boolean).join(' · ');
  return (
    <div className={classes['choice']}>
      <Checkbox
        size="xs"
        aria-label={`Select ${job.job_title}`}
        checked={isChosen}
        disabled={isMoving}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <JobBlock job={job} isMoving={isMoving}>
        <div className={classes['facts']}>
          {when && <span>{when}</span>}
          {skills && <span>Needs {skills}</span>}
          <Priority priority={job.job_priority} />
        </div>
      </JobBlock>
    </div>
  );
}

function formatWhen(
  job: ScheduledJobResponse,
  { day, time, timeRange }: ReadableTimes,
): string | undefined {
  const span = toSpan(job);
  if (!span) return undefined;
  const date = day(span.start);
  if (job.scheduled_start === null) return `${date}, until ${time(span.end)}`;
  if (job.scheduled_end === null) return `${date}, ${time(span.start)}`;
  return `${date}, ${timeRange(span.start, span.end)}`;
}
