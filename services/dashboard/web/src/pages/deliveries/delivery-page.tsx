import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { AttemptResponse, LoggedDeliveryResponse } from '../../../../contract/responses';
import { BusyButton } from '../../forms/busy-button';
import { RecordPage } from '../../records/record-page';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { useAction } from '../../server/use-action';
import { Facts } from '../../shown/facts';
import { LoggedText, formatJson } from '../../shown/logged-text';
import { showDone, showFailure } from '../../shown/messages';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { DeliveryStatusBadge } from './delivery-status';
import { describeOutcome, toOutcomeText } from './outcome';

export default function DeliveryPage() {
  return (
    <RecordPage<LoggedDeliveryResponse>
      name="Delivery"
      path="webhooks/deliveries"
      getName={(delivery) => delivery.event}
      actions={(delivery) => <Actions delivery={delivery} />}
    >
      {(delivery) => <Details delivery={delivery} />}
    </RecordPage>
  );
}

interface DeliveryProps {
  readonly delivery: LoggedDeliveryResponse;
}

const POLL_MS = 500;
/** An attempt may take 10 seconds and wait for its slot. */
const MAX_POLLS = 30;

/** Resolves with the new attempt, or undefined if it takes too long. */
async function resendDelivery(
  delivery: LoggedDeliveryResponse,
): Promise<AttemptResponse | undefined> {
  const { id } = delivery;
  const path = `webhooks/deliveries/${id}`;
  await request('POST', 'webhooks/deliveries/resend', { body: { delivery_id: id } });
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    const { attempt_log: log } = (await request<LoggedDeliveryResponse>('GET', path)).data;
    if (log.length > delivery.attempt_log.length) return log.at(-1);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return undefined;
}

function showOutcome(attempt: AttemptResponse | undefined): void {
  if (!attempt) return showDone('Delivery queued. It will be sent soon.');
  const { response_code: code } = attempt;
  if (code !== null && code >= 200 && code < 300) return showDone(`Resent: ${code}.`);
  return showFailure('The delivery failed again.')(new Error(describeOutcome(attempt)));
}

function Actions({ delivery }: DeliveryProps) {
  const resend = useAction({
    mutationFn: () => resendDelivery(delivery),
    onSuccess: showOutcome,
    onError: showFailure("Couldn't resend the delivery."),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks/deliveries'] }),
  });
  return (
    <BusyButton isBusy={resend.isPending} onClick={() => resend.mutate()}>
      Resend
    </BusyButton>
  );
}

function Details({ delivery }: DeliveryProps) {
  const { endpoint_id: endpointId, endpoint_url: url, next_attempt_at: next } = delivery;
  const attempts = delivery.attempt_log.toReversed();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Event', delivery.event],
          ['Event id', delivery.event_id],
          [
            'Endpoint',
            url === null ? 'Deleted' : <TextLink to={`/webhooks/${endpointId}`}>{url}</TextLink>,
          ],
          ['Status', <DeliveryStatusBadge status={delivery.status} />],
          ['Response', toOutcomeText(delivery)],
          ['Time', <Time value={delivery.created_at} />],
          ['Next attempt', next && <Time value={next} />],
        ]}
      />
      {attempts.length === 0 && <Text c="dimmed">Not sent yet.</Text>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Attempt({ attempt }: { readonly attempt: AttemptResponse }) {
  const { id, number, request_headers: headers, request_body: body, answer } = attempt;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id={id} size="sm">
          Attempt {number}
        </Title>
        <Group gap="md">
          <Text size="sm">{toOutcomeText(attempt)}</Text>
          <Text size="sm" c="dimmed">
            {attempt.duration_ms.toLocaleString('en')} ms
          </Text>
          <Text size="sm" c="dimmed">
            <Time value={attempt.started_at} />
          </Text>
        </Group>
      </Group>
      <LoggedText name="Response body (first 2 KB)" text={answer} none="Empty" />
      <LoggedText name="Request body" text={formatJson(body)} none="" />
      <LoggedText
        name="Request headers"
        text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        none="Not recorded"
      />
    </Paper>
  );
}
