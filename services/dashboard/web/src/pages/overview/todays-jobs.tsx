import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JobsOfTodayResponse } from '../../../../contract/responses';
import { JOB_STATUSES } from '../../../../contract/values';
import { counted } from '../../shown/counted';
import { useTimes } from '../../shown/times';
import { JobStatus } from '../jobs/job-badges';
import classes from './overview.module.css';
import { Part } from './part';

export function TodaysJobs() {
  const times = useTimes();
  return (
    <Part<JobsOfTodayResponse>
      name="Today's jobs"
      link={{ to: '/schedule', name: 'Open schedule' }}
      path="overview/jobs"
      queryKey={['overview-jobs']}
    >
      {({ data: { date, statuses } }) => {
        const jobs = new Map(statuses.map((each) => [each.job_status, each.jobs]));
        const total = statuses.reduce((sum, each) => sum + each.jobs, 0);
        return (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {times.date(date)} · {counted(total, 'job')} scheduled
            </Text>
            {total > 0 && (
              <ul className={classes['lines']} aria-label="Today's jobs by status">
                {JOB_STATUSES.filter((status) => jobs.has(status)).map((status) => (
                  <li key={status}>
                    <Anchor
                      component={Link}
                      to="/jobs"
                      search={{ status, scheduled_on: date } as never}
                      c="inherit"
                      aria-label={`${status}: ${jobs.get(status)}`}
                    >
                      <JobStatus status={status} />
                    </Anchor>
                    <strong>{jobs.get(status)?.toLocaleString('en')}</strong>
                  </li>
                ))}
              </ul>
            )}
            {total === 0 && <Text size="sm">Nothing scheduled today.</Text>}
          </>
        );
      }}
    </Part>
  );
}
