import { Group, Progress, Stack, Text } from '@mantine/core';
import type { AllowanceResponse, RequestsResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
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

function Allowance({ name, used, limit }: AllowanceResponse & { readonly name: string }) {
  const percent = Math.min(100, (100 * used) / Math.max(limit, 1));
  const text = `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{name}</Text>
        <Text size="sm" fw={500}>
          {text}
        </Text>
      </Group>
      <Progress.Root size="sm" aria-hidden="true">
        <Progress.Section value={percent} color={percent >= 90 ? 'red' : 'pine'} />
      </Progress.Root>
    </div>
  );
}
