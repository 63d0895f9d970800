import { Alert, Anchor, Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EndpointResponse, EndpointStateResponse } from '../../../../contract/responses';
import { BusyButton } from '../../forms/busy-button';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { RecordPage } from '../../records/record-page';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { useChange } from '../../server/use-change';
import { Facts } from '../../shown/facts';
import { showDone, showFailure } from '../../shown/messages';
import { Time } from '../../shown/times';
import { DeliveryStatus } from '../deliveries/delivery-status';
import { outcomeOf } from '../deliveries/outcome';
import { EditEndpointDialog } from './edit-endpoint-dialog';
import { EndpointStatus } from './endpoint-status';
import { NewSecretDialog } from './new-secret-dialog';

const readAgain = (): Promise<unknown> =>
  Promise.all(
    ['webhooks/endpoints', 'webhooks/deliveries'].map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );

export const Page = () => (
  <RecordPage<EndpointResponse>
    name="Endpoint"
    path="webhooks/endpoints"
    actions={(endpoint) => <Actions endpoint={endpoint} />}
  >
    {(endpoint) => <Details endpoint={endpoint} />}
  </RecordPage>
);

interface EndpointProps {
  readonly endpoint: EndpointResponse;
}

function Details({ endpoint }: EndpointProps) {
  const { url, events, key_name: key, last_delivery: last, former_secret_until: until } = endpoint;
  return (
    <>
      {until !== null && (
        <Alert variant="outline" color="yellow" mb="md">
          Requests are signed with the former secret, too, until <Time value={until} />.
        </Alert>
      )}
      <Facts
        facts={[
          ['Address', url],
          ['Status', <EndpointStatus {...endpoint} />],
          ['Events', events.join(', ')],
          ['Connected with the key', key],
          ['Created', <Time value={endpoint.created_at} />],
          [
            'Last delivery',
            last && (
              <Group gap="sm">
                <DeliveryStatus status={last.status} />
                <Anchor component={Link} to={`/webhooks/deliveries/${last.id}`} size="sm">
                  {last.event}
                </Anchor>
                <Time value={last.last_attempt_at ?? last.created_at} />
              </Group>
            ),
          ],
        ]}
      />
      <Anchor
        component={Link}
        to={`/webhooks/deliveries?endpoint_id=${endpoint.id}`}
        size="sm"
        mt="md"
        display="inline-block"
      >
        Deliveries to this endpoint
      </Anchor>
    </>
  );
}

type Dialog = 'secret' | 'edit' | 'off' | 'delete';

function Actions({ endpoint }: EndpointProps) {
  const [open, setOpen] = useState<Dialog>();
  const navigate = useNavigate();
  const { id, url, status, managed_by: manager } = endpoint;
  const path = `webhooks/endpoints/${id}`;
  const test = useChange({
    mutationFn: () => ask<EndpointStateResponse>('POST', `${path}/test`),
    onSuccess: ({ data }) => showTest(data, 'The test was refused.'),
    onError: showFailure('No test was sent.'),
    onSettled: readAgain,
  });
  const turnOn = useChange({
    mutationFn: () => ask<EndpointStateResponse>('POST', `${path}/on`),
    onSuccess: ({ data }) => {
      if (data.status === 'on') showDone('The endpoint is on.');
      else showTest(data, 'The endpoint stays off: it refused the test.');
    },
    onError: showFailure('The endpoint stays off.'),
    onSettled: readAgain,
  });
  // Subscriptions are changed by their key only.
  if (manager === 'api') return null;
  const close = (): void => setOpen(undefined);
  const isBusy = test.isPending || turnOn.isPending;
  return (
    <>
      <BusyButton
        variant="default"
        isBusy={test.isPending}
        disabled={isBusy}
        onClick={() => test.mutate()}
      >
        Send test
      </BusyButton>
      {status === 'on' ? (
        <Button variant="default" disabled={isBusy} onClick={() => setOpen('off')}>
          Turn off
        </Button>
      ) : (
        <BusyButton isBusy={turnOn.isPending} disabled={isBusy} onClick={() => turnOn.mutate()}>
          Turn on
        </BusyButton>
      )}
      <Button variant="default" onClick={() => setOpen('secret')}>
        New secret
      </Button>
      <Button variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setOpen('delete')}>
        Delete endpoint
      </Button>
      {open === 'secret' && <NewSecretDialog endpoint={endpoint} onClose={close} />}
      {open === 'edit' && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === 'off' && (
        <ConfirmDialog
          title="Turn this endpoint off?"
          confirmName="Turn off"
          send={() => ask('POST', `${path}/off`)}
          done={() => {
            close();
            showDone('The endpoint is off.');
            void readAgain();
          }}
          onClose={close}
        >
          Nothing is sent to {url} any more, and what is waiting to be sent is given up. It can be
          sent again from the log once the endpoint is on.
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this endpoint?"
          confirmName="Delete endpoint"
          send={() => ask('DELETE', path)}
          done={() => {
            close();
            showDone('The endpoint was deleted.');
            void navigate({ to: '/webhooks' }).then(readAgain);
          }}
          onClose={close}
        >
          Nothing is sent to {url} any more, and its secret is gone. What was delivered stays in the
          log. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

function showTest({ delivery }: EndpointStateResponse, refused: string): void {
  if (!delivery) return;
  const outcome = outcomeOf(delivery);
  if (delivery.status === 'succeeded') showDone(`The test was accepted. Response: ${outcome}`);
  else showFailure(refused)(new Error(`Response: ${outcome}`));
}
