import { Checkbox, Group, Paper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FirstStepResponse } from '../../../../contract/responses';
import { BusyButton } from '../../forms/busy-button';
import { request } from '../../server/request';
import { useAction } from '../../server/use-action';
import { useMode } from '../../session/mode';
import { showDone, showFailure } from '../../shown/messages';
import { Section } from '../../shown/section';
import { TextLink } from '../../shown/text-link';
import classes from './overview.module.css';
import { firstStepsQuery } from './queries';

const STEPS: Readonly<Record<FirstStepResponse['name'], readonly [text: string, to: string]>> = {
  technician: ['Add a technician', '/technicians'],
  customer: ['Add a customer', '/customers'],
  job: ['Create your first job', '/jobs'],
  api_key: ['Create an API key', '/api-keys'],
  endpoint: ['Add a webhook endpoint', '/webhooks'],
};

/** A new company's checklist; others see nothing. */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery);
  const steps = data?.data ?? [];
  const mode = useMode();
  if (steps.length === 0) return null;
  const hasJobs = steps.some(({ name, is_done: isDone }) => name === 'job' && isDone);
  return (
    <Paper withBorder p="md">
      <Section name="First steps" action={mode === 'test' && !hasJobs && <FillButton />}>
        <ul className={classes['steps']} aria-label="First steps">
          {steps.map(({ name, is_done: isDone }) => (
            <li key={name}>
              <Group gap="xs" wrap="nowrap">
                <Checkbox.Indicator
                  checked={isDone}
                  role="img"
                  aria-label={isDone ? 'Done' : 'To do'}
                />
                <TextLink to={STEPS[name][1]} td={isDone ? 'line-through' : undefined}>
                  {STEPS[name][0]}
                </TextLink>
              </Group>
            </li>
          ))}
        </ul>
        {mode === 'live' && (
          <Text size="sm" c="dimmed" mt="sm">
            Want to look around first? Turn on “Test data” and fill it with examples.
          </Text>
        )}
      </Section>
    </Paper>
  );
}

function FillButton() {
  const queryClient = useQueryClient();
  const fill = useAction({
    mutationFn: () => request('POST', 'example-data'),
    onSuccess: ({ message = '' }) => showDone(message),
    onError: showFailure("Couldn't add example data."),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <BusyButton size="xs" isBusy={fill.isPending} onClick={() => fill.mutate()}>
      Fill with example data
    </BusyButton>
  );
}
