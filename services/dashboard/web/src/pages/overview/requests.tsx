import { Stack, Text } from '@mantine/core';
import type { RequestsResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { Allowance } from '../../shown/allowance';
import { useTimes } from '../../shown/times';
import { OverviewPart } from './part';

const SERIES: readonly Series[] = [
  { name: 'Reads', tone: 'first' },
  { name: 'Writes', tone: 'second' },
];

export function Requests() {
  const times = useTimes();
  return (
    <OverviewPart<RequestsResponse>
      name="API requests"
      link={{ to: '/api-keys', name: 'Manage keys' }}
      path="overview/requests"
      queryKey={['overview-requests']}
    >
      {({ data: { allowances, days } }) => (
        <>
          <Stack gap="xs" mb="md">
            <Allowance name="Reads today" {...allowances.reads_per_day} />
            <Allowance name="Writes today" {...allowances.writes_per_day} />
          </Stack>
          <Text size="sm" c="dimmed" mb={4}>
            Last 30 days (UTC)
          </Text>
          <BarChart
            name="API requests by day"
            barName="Day"
            series={SERIES}
            none="No requests in the last 30 days"
            bars={days.map(({ date, reads, writes }) => ({
              name: times.date(date),
              shortName: times.shortDate(date),
              values: [reads, writes],
            }))}
          />
        </>
      )}
    </OverviewPart>
  );
}
