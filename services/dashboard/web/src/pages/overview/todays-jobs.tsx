import { Text } from '@mantine/core';
import type { JobsOfTodayResponse } from '../../../../contract/responses';
import { JOB_STATUSES } from '../../../../contract/values';
import { formatCount } from '../../shown/format-count';
import { useTimes } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { JobStatusBadge } from '../jobs/job-badges';
import classes from './overview.module.css';
import { OverviewPart } from './part';

export function TodaysJobs() {
  const times = useTimes();
  return (
    <OverviewPart<JobsOfTodayResponse>
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
              {times.date(date)} · {formatCount(total, 'job')} scheduled
            </Text>
            {total > 0 && (
              <ul className={classes['lines']} aria-label="Today's jobs by status">
                {JOB_STATUSES.filter((status) => jobs.has(status)).map((status) => (
                  <li key={status}>
                    <TextLink
                      to="/jobs"
                      search={{ status, scheduled_on: date }}
                      c="inherit"
                      aria-label={`${status}: ${jobs.get(status)}`}
                    >
                      <JobStatusBadge status={status} />
                    </TextLink>
                    <strong>{jobs.get(status)?.toLocaleString('en')}</strong>
                  </li>
                ))}
              </ul>
            )}
            {total === 0 && <Text size="sm">Nothing scheduled today.</Text>}
          </>
        );
      }}
    </OverviewPart>
  );
}
