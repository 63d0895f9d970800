import { Text } from '@mantine/core';
import { HourlyBars } from '../deliveries/hourly-bars';
import { OverviewPart } from './part';
import { deliveredHoursQuery } from './queries';
import { formatSuccessRate } from './success-rate';

export function Deliveries() {
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
            <HourlyBars hours={hours} height={90} />
          </>
        );
      }}
    </OverviewPart>
  );
}
