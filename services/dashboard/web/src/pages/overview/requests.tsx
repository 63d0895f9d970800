import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RequestsResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { Allowance } from '../../shown/allowance';
import { useTimes } from '../../shown/times';
import { OverviewPart } from './part';
import { apiRequestsQuery, refusedRequestsQuery } from './queries';
import { formatSuccessRate } from './success-rate';

const SERIES: readonly Series[] = [
  { name: 'Reads', tone: 'first' },
  { name: 'Writes', tone: 'second' },
];

export function Requests() {
  const times = useTimes();
  return (
    <OverviewPart
      name="API requests"
      link={{ to: '/api-keys', name: 'Manage keys' }}
      read={apiRequestsQuery}
    >
      {({ data: { allowances, days } }) => (
        <>
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" verticalSpacing="xs" mb="sm">
            <Allowance name="Reads today" {...allowances.reads_per_day} />
            <Allowance name="Writes today" {...allowances.writes_per_day} />
          </SimpleGrid>
          <Text size="sm" c="dimmed" mb={4}>
            Last 30 days (UTC)
            <SuccessRate days={days} />
          </Text>
          <BarChart
            name="API requests by day"
            barName="Day"
            series={SERIES}
            none="No requests in the last 30 days"
            height={90}
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

/** Refused requests are kept for so many days. */
const DAYS = 7;

function SuccessRate({ days }: Pick<RequestsResponse, 'days'>) {
  const last = days.slice(-DAYS);
  const total = last.reduce((sum, { reads, writes }) => sum + reads + writes, 0);
  const { data } = useQuery(refusedRequestsQuery('last-days', `${last[0]?.date}T00:00:00Z`));
  const refused = data?.pagination?.total;
  const rate =
    refused === undefined ? undefined : formatSuccessRate(Math.max(0, total - refused), refused);
  return rate === undefined ? null : <> · {rate} in the last 7 days</>;
}
