import { Group, Paper, Text } from '@mantine/core';
import type { AttemptResponse } from '../../../../contract/responses';
import { CopyButton } from '../../forms/copy-button';
import { LoggedText, formatJson } from '../../shown/logged-text';
import { Time } from '../../shown/times';
import { toOutcomeText } from './outcome';
import { toCurl } from './to-curl';

interface AttemptProps {
  readonly attempt: AttemptResponse;
  /** Null if the address is not known. */
  readonly url: string | null;
  readonly isNewest: boolean;
}

/** Shows one line that expands; the newest attempt is expanded at first. */
export function Attempt({ attempt, url, isNewest }: AttemptProps) {
  const { number, request_headers: headers } = attempt;
  return (
    <Paper withBorder p="sm" component="details" open={isNewest}>
      <summary>
        <Group component="span" gap="md" display="inline-flex">
          <Text span size="sm" fw={600}>
            Attempt {number}
          </Text>
          <Text span size="sm">
            {toOutcomeText(attempt)}
          </Text>
          <Text span size="sm" c="dimmed">
            {attempt.duration_ms.toLocaleString('en')} ms
          </Text>
          <Text span size="sm" c="dimmed">
            <Time value={attempt.started_at} hasSeconds />
          </Text>
        </Group>
      </summary>
      {url !== null && (
        <Group mt="sm">
          <CopyButton size="compact-xs" name="Copy as curl" text={toCurl(url, attempt)} />
        </Group>
      )}
      <LoggedText name="Response body (first 2 KB)" text={attempt.response_body} none="Empty" />
      <LoggedText name="Request body" text={formatJson(attempt.request_body)} none="" />
      <LoggedText
        name="Request headers"
        text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        none="Not recorded"
      />
    </Paper>
  );
}
