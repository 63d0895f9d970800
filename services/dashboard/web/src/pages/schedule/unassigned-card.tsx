import { Checkbox } from '@mantine/core';
import type { ScheduledJobResponse } from '../../../../contract/responses';
import { Priority } from '../jobs/job-badges';
import { formatDuration } from './format-duration';
import { formatJobTime } from './format-job-time';
import { useJobActions } from './job-actions';
import { JobBlock } from './job-block';
import { toSpan } from './placement';
import classes from './unassigned.module.css';

interface UnassignedCardProps {
  readonly job: ScheduledJobResponse;
  /** Whether its group has jobs of several days. */
  readonly showsDate: boolean;
  readonly isMoving: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

export function UnassignedCard({
  job,
  showsDate,
  isMoving,
  isChosen,
  onChoose,
}: UnassignedCardProps) {
  const { times, canMove } = useJobActions();
  const skills = job.required_skills.map(({ skill_name: skill }) => skill).join(', ');
  const span = toSpan(job);
  const when = [span && showsDate && times.day(span.start), formatJobTime(job, times)];
  return (
    <div className={classes['choice']}>
      {canMove && (
        <Checkbox
          size="xs"
          aria-label={`Select ${job.job_title}`}
          checked={isChosen}
          disabled={isMoving}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <JobBlock job={job} isMoving={isMoving}>
        <div className={classes['facts']}>
          {span && <span>{when.filter(Boolean).join(', ')}</span>}
          {skills && <span>Needs {skills}</span>}
          <span>
            <Priority priority={job.job_priority} /> {formatDuration(job)}
          </span>
        </div>
      </JobBlock>
    </div>
  );
}
