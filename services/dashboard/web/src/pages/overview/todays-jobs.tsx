import { Box, Text } from '@mantine/core';
import { StackedBar } from '../../charts/stacked-bar';
import { Permitted } from '../../session/may-use';
import { toMarkColor } from '../../shown/status';
import { formatCount } from '../../shown/format-count';
import { useTimes } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { STATUS_COLORS } from '../jobs/job-badges';
import { JOB_STATUSES } from '../../../../contract/values';
import { DayLanes } from './day-lanes';
import { OverviewPart } from './part';
import { todaysJobsQuery } from './queries';

export function TodaysJobs() {
  const times = useTimes();
  return (
    <OverviewPart
      name="Today's jobs"
      link={{ to: '/schedule', name: 'Open schedule' }}
      read={todaysJobsQuery}
      height={220}
    >
      {({ data: { date, statuses } }) => {
        const jobs = new Map(statuses.map((each) => [each.job_status, each.jobs]));
        const total = statuses.reduce((sum, each) => sum + each.jobs, 0);
        return (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {times.date(date)} · {formatCount(total, 'job')} scheduled
            </Text>
            <Permitted right="read_technicians">
              <Box mb="sm">
                <DayLanes date={date} />
              </Box>
            </Permitted>
            {total > 0 && (
              <StackedBar
                name="Today's jobs by status"
                partName="Status"
                valueName="Jobs"
                parts={JOB_STATUSES.map((status) => ({
                  name: status,
                  value: jobs.get(status) ?? 0,
                  color: toMarkColor(STATUS_COLORS[status]),
                }))}
                renderPart={({ name: status, value }) => (
                  <TextLink
                    to="/jobs"
                    search={{ status, scheduled_from: date, scheduled_to: date }}
                    c="inherit"
                  >
                    {status} <strong>{value.toLocaleString('en')}</strong>
                  </TextLink>
                )}
              />
            )}
            {total === 0 && <Text size="sm">Nothing scheduled today.</Text>}
          </>
        );
      }}
    </OverviewPart>
  );
}
