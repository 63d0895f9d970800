import { Text } from '@mantine/core';
import type { DeliveredHourResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { useTimes } from '../../shown/times';
import { OverviewPart } from './part';

const SERIES: readonly Series[] = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
  { name: 'Waiting', tone: 'waiting' },
];

export function Deliveries() {
  const { moment, hour } = useTimes();
  return (
    <OverviewPart<readonly DeliveredHourResponse[]>
      name="Deliveries of the last 24 hours"
      link={{ to: '/webhooks/deliveries', name: 'View all deliveries' }}
      path="overview/deliveries"
      queryKey={['overview-deliveries']}
    >
      {({ data: hours }) => (
        <>
          <Text size="sm" c="dimmed" mb={4}>
            By hour
          </Text>
          <BarChart
            name="Deliveries by hour"
            barName="Hour from"
            series={SERIES}
            none="No deliveries in the last 24 hours"
            bars={hours.map(({ from, succeeded, failed, waiting }) => ({
              name: moment(from),
              shortName: hour(Date.parse(from)),
              values: [succeeded, failed, waiting],
            }))}
          />
        </>
      )}
    </OverviewPart>
  );
}
