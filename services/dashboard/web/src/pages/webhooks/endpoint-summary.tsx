import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import type {
  DescribedEndpointResponse,
  ListedDeliveryResponse,
} from '../../../../contract/responses';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { Facts } from '../../shown/facts';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { EVENT_COLUMN, OUTCOME_COLUMNS } from '../deliveries/delivery-columns';
import { DeliveriesChart } from '../deliveries/deliveries-chart';
import { EndpointStatusBadge } from './endpoint-status';

interface EndpointSummaryProps {
  readonly endpoint: DescribedEndpointResponse;
}

export function EndpointSummary({ endpoint }: EndpointSummaryProps) {
  const { url, events, headers, conditions, key_name: key, failing_since: failingSince } = endpoint;
  const { median_response_ms: medianMs, former_secret_until: until } = endpoint;
  const id = String(endpoint.id);
  return (
    <Stack gap="lg">
      {failingSince !== null && (
        <Alert variant="outline" color="red">
          Failing since <Time value={failingSince} hasSeconds />.
        </Alert>
      )}
      {until !== null && (
        <Alert variant="outline" color="yellow">
          The previous secret keeps working until <Time value={until} />.
        </Alert>
      )}
      <Facts
        facts={[
          ['Address', url],
          ['Status', <EndpointStatusBadge {...endpoint} />],
          ['Events', <Events events={events} />],
          ['Headers', headers.map((each) => each.name).join(', ') || null],
          ['Conditions', conditions.length > 0 ? <Conditions conditions={conditions} /> : null],
          ['API key', key],
          ['Created', <Time value={endpoint.created_at} />],
        ]}
      />
      <Section
        name="Last 24 hours"
        action={
          medianMs !== null && (
            <Text size="sm" c="dimmed">
              Median response time {medianMs.toLocaleString('en')} ms
            </Text>
          )
        }
      >
        <DeliveriesChart endpointId={id} />
      </Section>
      <Section
        name="Latest deliveries"
        action={
          <TextLink to="/webhooks/deliveries" search={{ endpoint_id: id }}>
            View all deliveries
          </TextLink>
        }
      >
        <LatestDeliveries endpointId={id} isTestable={endpoint.managed_by === 'dashboard'} />
      </Section>
    </Stack>
  );
}

const Events = ({ events }: Pick<DescribedEndpointResponse, 'events'>) => (
  <Group gap={4}>
    {events.map((event) => (
      <Badge key={event} variant="default">
        {event}
      </Badge>
    ))}
  </Group>
);

const Conditions = ({ conditions }: Pick<DescribedEndpointResponse, 'conditions'>) => (
  <Stack gap={4}>
    {conditions.map(({ field, in: values }) => (
      <Text key={`${field} ${values.join()}`} size="sm">
        {field} is {values.join(' or ')}
      </Text>
    ))}
  </Stack>
);

interface LatestDeliveriesProps {
  readonly endpointId: string;
  readonly isTestable: boolean;
}

function LatestDeliveries({ endpointId, isTestable }: LatestDeliveriesProps) {
  const deliveries = useRecords<ListedDeliveryResponse>('webhooks/deliveries', [], {
    fixedFilters: { endpoint_id: endpointId },
  });
  return (
    <RecordTable
      name="Latest deliveries"
      records={deliveries}
      columns={[EVENT_COLUMN, ...OUTCOME_COLUMNS]}
      getKey={(delivery) => delivery.id}
      empty={`No deliveries yet.${isTestable ? ' Send a test to see one here.' : ''}`}
    />
  );
}
