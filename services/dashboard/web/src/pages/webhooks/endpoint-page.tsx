import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  DescribedEndpointResponse,
  EndpointStateResponse,
} from '../../../../contract/responses';
import { BusyButton } from '../../forms/busy-button';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { finishDialog } from '../../forms/finish-dialog';
import { reloadRecords } from '../../live/reload-records';
import { RecordPage } from '../../records/record-page';
import { request } from '../../server/request';
import { useAction } from '../../server/use-action';
import { showDone, showFailure } from '../../shown/messages';
import { describeOutcome, toOutcomeText } from '../deliveries/outcome';
import { EditEndpointDialog } from './edit-endpoint-dialog';
import { EndpointSummary } from './endpoint-summary';
import { NewSecretDialog } from './new-secret-dialog';

export default function EndpointPage() {
  return (
    <RecordPage<DescribedEndpointResponse>
      kind="Endpoint"
      path="webhooks/endpoints"
      getName={({ name, url }) => name ?? url}
      actions={(endpoint) => <Actions endpoint={endpoint} />}
    >
      {(endpoint) => <EndpointSummary endpoint={endpoint} />}
    </RecordPage>
  );
}

interface EndpointProps {
  readonly endpoint: DescribedEndpointResponse;
}

type Dialog = 'secret' | 'edit' | 'off' | 'delete';

function Actions({ endpoint }: EndpointProps) {
  const [open, setOpen] = useState<Dialog>();
  const navigate = useNavigate();
  const { id, url, status, managed_by: manager } = endpoint;
  const path = `webhooks/endpoints/${id}`;
  const test = useAction({
    mutationFn: () => request<EndpointStateResponse>('POST', `${path}/test`),
    onSuccess: ({ data }) => showTest(data, 'Test failed.'),
    onError: showFailure("Couldn't send the test."),
    onSettled: () => reloadRecords('webhook'),
  });
  const turnOn = useAction({
    mutationFn: () => request<EndpointStateResponse>('POST', `${path}/on`),
    onSuccess: ({ data }) => {
      if (data.status === 'on') showDone('Endpoint turned on.');
      else showTest(data, 'Still off: the test failed.');
    },
    onError: showFailure("Couldn't turn on the endpoint."),
    onSettled: () => reloadRecords('webhook'),
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
          send={() => request('POST', `${path}/off`)}
          done={() => finishDialog(close, 'Endpoint turned off.', 'webhook')}
          onClose={close}
        >
          Nothing more is sent to {url}, and pending deliveries are dropped. You can resend them
          from the log once the endpoint is on.
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this endpoint?"
          confirmName="Delete endpoint"
          send={() => request('DELETE', path)}
          done={() => {
            close();
            showDone('Endpoint deleted.');
            void navigate({ to: '/webhooks' }).then(() => reloadRecords('webhook'));
          }}
          onClose={close}
        >
          Nothing more is sent to {url}, and its secret is deleted. Past deliveries stay in the log.
          This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

function showTest({ delivery }: EndpointStateResponse, failure: string): void {
  if (!delivery) return;
  if (delivery.status === 'succeeded') showDone(`Test succeeded: ${toOutcomeText(delivery)}.`);
  else showFailure(failure)(new Error(describeOutcome(delivery)));
}
