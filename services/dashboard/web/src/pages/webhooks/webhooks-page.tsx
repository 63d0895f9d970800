import { Anchor, Box, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EndpointResponse } from '../../../../contract/responses';
import { RecordTable, type Column } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { Breakable } from '../../shown/breakable';
import { Page as PageFrame } from '../../shown/page';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { DeliveryStatus } from '../deliveries/delivery-status';
import { EndpointStatus } from './endpoint-status';
import { NewEndpointDialog } from './new-endpoint-dialog';

const PATH = 'webhooks/endpoints';

export function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <PageFrame
      name="Webhooks"
      about="Send signed events to your servers as they happen."
      actions={<Button onClick={() => setOpen(true)}>New endpoint</Button>}
    >
      <Endpoints />
      <Box mt="xl">
        <Section name="Connected through the API">
          <Subscriptions />
        </Section>
      </Box>
      {isOpen && <NewEndpointDialog onClose={() => setOpen(false)} />}
    </PageFrame>
  );
}

const OF_DASHBOARD = { managed_by: 'dashboard' };

function Endpoints() {
  const endpoints = useRecords<EndpointResponse>(PATH, [], { of: OF_DASHBOARD });
  return (
    <RecordTable
      name="Endpoints"
      records={endpoints}
      columns={[
        {
          name: 'Endpoint',
          isAddress: true,
          width: '40%',
          cell: (endpoint) => <LinkTo {...endpoint} />,
        },
        ...SHARED_COLUMNS,
      ]}
      keyOf={(endpoint) => endpoint.id}
      empty="No endpoints yet. Add one and choose its events."
    />
  );
}

const OF_API = { managed_by: 'api' };

function Subscriptions() {
  const options = { of: OF_API, pageName: 'subscriptions_page' };
  const subscriptions = useRecords<EndpointResponse>(PATH, [], options);
  return (
    <RecordTable
      name="API subscriptions"
      records={subscriptions}
      columns={[
        {
          name: 'Endpoint',
          isAddress: true,
          width: '40%',
          cell: ({ url }) => <Breakable text={url} />,
        },
        ...SHARED_COLUMNS,
        {
          name: 'Key',
          cell: ({ key_name: name }) =>
            name ?? (
              <Text size="sm" c="dimmed">
                Revoked
              </Text>
            ),
        },
      ]}
      keyOf={(subscription) => subscription.id}
      empty="No API subscriptions. Apps that subscribe through the API are listed here, read-only."
    />
  );
}

const LinkTo = ({ id, url }: EndpointResponse) => (
  <Anchor component={Link} to={`/webhooks/${id}`} size="sm">
    <Breakable text={url} />
  </Anchor>
);

const SHARED_COLUMNS: readonly Column<EndpointResponse>[] = [
  { name: 'Events', cell: ({ events }) => events.join(', ') },
  { name: 'Status', cell: (endpoint) => <EndpointStatus {...endpoint} /> },
  { name: 'Last delivery', cell: (endpoint) => <LastDelivery {...endpoint} /> },
];

function LastDelivery({ last_delivery: last }: EndpointResponse) {
  if (!last)
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  return (
    <>
      <DeliveryStatus status={last.status} />
      <Text size="xs" c="dimmed" mt={2}>
        <Time value={last.last_attempt_at ?? last.created_at} />
      </Text>
    </>
  );
}
