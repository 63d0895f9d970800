import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { AttemptAnswer, LoggedDeliveryAnswer } from '../../../../contract/webhooks';
import { BusyButton } from '../../forms/busy-button';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { useChange } from '../../server/use-change';
import { Facts } from '../../shown/facts';
import { Failure } from '../../shown/failure';
import { LoggedText, readable } from '../../shown/logged-text';
import { showDone, showFailure } from '../../shown/messages';
import { Page as PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { DeliveryStatus } from './delivery-status';
import { outcomeOf } from './outcome';

export function Page() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const path = `webhooks/deliveries/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks/deliveries', id],
    queryFn: () => ask<LoggedDeliveryAnswer>('GET', path),
  });
  const resend = useChange({
    mutationFn: () => ask('POST', `${path}/resend`),
    onSuccess: () => showDone('It is sent again.'),
    onError: showFailure('It is not sent again.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks/deliveries'] }),
  });
  const actions = data && (
    <BusyButton isBusy={resend.isPending} onClick={() => resend.mutate()}>
      Resend
    </BusyButton>
  );
  return (
    <PageFrame name="Delivery" actions={actions}>
      {error && (
        <Failure
          what="This delivery"
          isShown={data !== undefined}
          error={error}
          onRetry={refetch}
        />
      )}
      {data && <Details delivery={data.data} />}
      {!data && !error && <Skeleton height={240} aria-busy="true" />}
    </PageFrame>
  );
}

function Details({ delivery }: { readonly delivery: LoggedDeliveryAnswer }) {
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
            url === null ? (
              'Deleted'
            ) : (
              <Anchor component={Link} to={`/webhooks/${endpointId}`} size="sm">
                {url}
              </Anchor>
            ),
          ],
          ['Status', <DeliveryStatus status={delivery.status} />],
          ['Response', outcomeOf(delivery)],
          ['Time', <Time value={delivery.created_at} />],
          ['Next attempt', next && <Time value={next} />],
        ]}
      />
      {attempts.length === 0 && <Text c="dimmed">It has not been sent yet.</Text>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.attempt_id} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Attempt({ attempt }: { readonly attempt: AttemptAnswer }) {
  const { attempt_id: id, number, request_headers: headers, request_body: body, answer } = attempt;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id={id} size="sm">
          Attempt {number}
        </Title>
        <Group gap="md">
          <Text size="sm">{outcomeOf(attempt)}</Text>
          <Text size="sm" c="dimmed">
            {attempt.duration_ms.toLocaleString('en')} ms
          </Text>
          <Text size="sm" c="dimmed">
            <Time value={attempt.started_at} />
          </Text>
        </Group>
      </Group>
      <LoggedText name="Start of the answer" text={answer} none="There was none." />
      <LoggedText name="Body sent" text={readable(body)} none="" />
      <LoggedText
        name="Headers sent"
        text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        none="They were not kept."
      />
    </Paper>
  );
}
