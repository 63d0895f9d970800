import { Box, Text } from '@mantine/core';
import type { EndpointResponse } from '../../../../contract/responses';
import { NewButton } from '../../forms/dialog-button';
import { RecordTable, type Column } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { None } from '../../shown/none';
import { DeliveryStatusBadge } from '../deliveries/delivery-status';
import { EndpointStatusBadge } from './endpoint-status';
import { NewEndpointDialog } from './new-endpoint-dialog';

const PATH = 'webhooks/endpoints';

export default function WebhooksPage() {
  return (
    <PageFrame
      name="Webhooks"
      about="Send signed events to your servers as they happen."
      actions={<NewButton name="New endpoint" right="webhooks" dialog={NewEndpointDialog} />}
    >
      <Endpoints />
      <Box mt="xl">
        <Section name="Connected through the API">
          <Subscriptions />
        </Section>
      </Box>
    </PageFrame>
  );
}

const DASHBOARD_ONLY = { managed_by: 'dashboard' };

function Endpoints() {
  const endpoints = useRecords<EndpointResponse>(PATH, [], { fixedFilters: DASHBOARD_ONLY });
  return (
    <RecordTable
      name="Endpoints"
      records={endpoints}
      columns={[
        {
          name: 'Endpoint',
          isAddress: true,
          width: '40%',
          to: (endpoint) => `/webhooks/${endpoint.id}`,
          cell: (endpoint) => <NameAndAddress {...endpoint} />,
        },
        ...SHARED_COLUMNS,
      ]}
      getKey={(endpoint) => endpoint.id}
      empty="No endpoints yet. Add one and choose its events."
    />
  );
}

const NameAndAddress = ({ name, url }: EndpointResponse) => (
  <>
    {name}
    {name !== null && <br />}
    <Breakable text={url} />
  </>
);

const API_ONLY = { managed_by: 'api' };

function Subscriptions() {
  const subscriptions = useRecords<EndpointResponse>(PATH, [], {
    fixedFilters: API_ONLY,
    pageName: 'subscriptions_page',
  });
  return (
    <RecordTable
      name="API subscriptions"
      records={subscriptions}
      columns={[
        {
          name: 'Endpoint',
          isAddress: true,
          width: '40%',
          cell: ({ name, url }) => <Breakable text={name ?? url} />,
        },
        ...SHARED_COLUMNS,
        {
          name: 'Key',
          cell: ({ key_name: name }) => name ?? <None>Revoked</None>,
        },
      ]}
      getKey={(subscription) => subscription.id}
      empty="No API subscriptions. Apps that subscribe through the API are listed here, read-only."
    />
  );
}

const SHARED_COLUMNS: readonly Column<EndpointResponse>[] = [
  { name: 'Events', cell: ({ events }) => events.join(', ') },
  { name: 'Status', cell: (endpoint) => <EndpointStatusBadge {...endpoint} /> },
  { name: 'Last delivery', cell: (endpoint) => <LastDelivery {...endpoint} /> },
];

function LastDelivery({ last_delivery: last }: EndpointResponse) {
  if (!last) return <None>None</None>;
  return (
    <>
      <DeliveryStatusBadge status={last.status} />
      <Text size="xs" c="dimmed" mt={2}>
        <Time value={last.last_attempt_at ?? last.created_at} />
      </Text>
    </>
  );
}
