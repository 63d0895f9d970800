import { Text } from '@mantine/core';
import { BarChart, type Series } from '../../charts/bar-chart';
import { useTimes } from '../../shown/times';
import { OverviewPart } from './part';
import { deliveredHoursQuery } from './queries';
import { formatSuccessRate } from './success-rate';

const SERIES: readonly Series[] = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
  { name: 'Waiting', tone: 'waiting' },
];

export function Deliveries() {
  const { moment, hour } = useTimes();
  return (
    <OverviewPart
      name="Deliveries of the last 24 hours"
      link={{ to: '/webhooks/deliveries', name: 'View all deliveries' }}
      read={deliveredHoursQuery}
    >
      {({ data: hours }) => {
        const succeeded = hours.reduce((sum, each) => sum + each.succeeded, 0);
        const failed = hours.reduce((sum, each) => sum + each.failed, 0);
        return (
          <>
            <Text size="sm" c="dimmed" mb={4}>
              {['By hour', formatSuccessRate(succeeded, failed)].filter(Boolean).join(' · ')}
            </Text>
            <BarChart
              name="Deliveries by hour"
              barName="Hour from"
              series={SERIES}
              none="No deliveries in the last 24 hours"
              height={90}
              bars={hours.map((each) => ({
                name: moment(each.from),
                shortName: hour(Date.parse(each.from)),
                values: [each.succeeded, each.failed, each.waiting],
              }))}
            />
          </>
        );
      }}
    </OverviewPart>
  );
}
