import { Code, List, Stack, Text } from '@mantine/core';
import type { LoggedRequestResponse } from '../../../../contract/responses';
import { formatCount } from '../../shown/format-count';
import { Section } from '../../shown/section';
import { findRemedy } from './error-remedies';
import { MissingScope } from './key-scopes';

/** Says what was wrong with the request, and what to do. */
export function Refusal({ request }: { readonly request: LoggedRequestResponse }) {
  const { error, message, errors, omitted_errors: omitted } = request;
  const remedy = findRemedy(error);
  return (
    <Section name={request.status < 400 ? 'What was ignored' : 'What went wrong'}>
      <Stack gap="xs">
        {errors.length === 0 && message !== null && <Text>{message}</Text>}
        {errors.length > 0 && (
          <List size="sm" aria-label="Field errors">
            {errors.map(({ field, message: reason }) => (
              <List.Item key={field}>
                <Code>{field}</Code> {reason}
              </List.Item>
            ))}
          </List>
        )}
        {omitted > 0 && (
          <Text size="sm" c="dimmed">
            {formatCount(omitted, 'more field error', 'more field errors')} did not fit in the log.
          </Text>
        )}
        {remedy !== undefined && <Text size="sm">{remedy}</Text>}
        {error === 'insufficient_scope' && <MissingScope request={request} />}
      </Stack>
    </Section>
  );
}
