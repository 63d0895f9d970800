import { Group, Stack, Text } from '@mantine/core';
import type { AttemptResponse, LoggedDeliveryResponse } from '../../../../contract/responses';
import { BusyButton } from '../../forms/busy-button';
import { CopyButton } from '../../forms/copy-button';
import { RecordPage } from '../../records/record-page';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { useAction } from '../../server/use-action';
import { Facts } from '../../shown/facts';
import { showDone, showFailure } from '../../shown/messages';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { Attempt } from './attempt';
import { DeliveryStatusBadge } from './delivery-status';
import { DeliveryEndpoint } from './delivery-endpoint';
import { describeOutcome, FILTERED, toOutcomeText } from './outcome';

export default function DeliveryPage() {
  return (
    <RecordPage<LoggedDeliveryResponse>
      kind="Delivery"
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
    const { attempt_log: log, status } = (await request<LoggedDeliveryResponse>('GET', path)).data;
    if (log.length > delivery.attempt_log.length) return log.at(-1);
    if (status === 'filtered') throw new Error(`${FILTERED}.`);
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
  const { id, event_id: eventId, endpoint_id: endpointId, next_attempt_at: next } = delivery;
  const isLinked = delivery.endpoint_url !== null && !delivery.endpoint_deleted;
  const attempts = delivery.attempt_log.toReversed();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Event', delivery.event],
          ['Event ID', <CopyableId id={eventId} what="event ID" />],
          ['Delivery ID', <CopyableId id={id} what="delivery ID" />],
          [
            'Endpoint',
            isLinked ? (
              <TextLink to={`/webhooks/${endpointId}`}>
                <DeliveryEndpoint delivery={delivery} />
              </TextLink>
            ) : (
              <DeliveryEndpoint delivery={delivery} />
            ),
          ],
          ['Status', <DeliveryStatusBadge status={delivery.status} />],
          ['Response', toOutcomeText(delivery)],
          ['Time', <Time value={delivery.created_at} hasSeconds />],
          ['Next attempt', next && <Time value={next} hasSeconds />],
        ]}
      />
      <Section name="Attempts">
        {attempts.length === 0 && <Text c="dimmed">{toOutcomeText(delivery)}.</Text>}
        <Stack gap="xs">
          {attempts.map((attempt, index) => (
            <Attempt
              key={attempt.id}
              attempt={attempt}
              url={delivery.endpoint_url}
              isNewest={index === 0}
            />
          ))}
        </Stack>
      </Section>
    </Stack>
  );
}

const CopyableId = ({ id, what }: { readonly id: string; readonly what: string }) => (
  <Group gap="xs">
    <span>{id}</span>
    <CopyButton size="compact-xs" text={id} what={what} />
  </Group>
);
