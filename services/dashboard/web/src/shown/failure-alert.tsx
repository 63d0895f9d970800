import { Alert, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '../forms/busy-button';
import { toRequestError } from '../server/request-error';
import { toMidSentence } from './wording';

interface FailureAlertProps {
  readonly what: string;
  readonly isShown?: boolean;
  /** Where to go if the record does not exist. */
  readonly back?: ReactNode;
  readonly error: unknown;
  /** Settles when the attempt has ended. */
  readonly onRetry: () => Promise<unknown>;
}

export function FailureAlert({ what, isShown = false, back, error, onRetry }: FailureAlertProps) {
  const { status, message, requestId } = toRequestError(error);
  const isMissing = status === 404;
  const title = isMissing
    ? message
    : `Couldn't ${isShown ? 'refresh' : 'load'} ${toMidSentence(what)}.`;
  const [isTrying, setTrying] = useState(false);
  async function tryAgain(): Promise<void> {
    setTrying(true);
    await onRetry();
    setTrying(false);
  }
  return (
    <Alert color="red" role="alert" variant="outline" title={title} mb={isShown ? 'md' : undefined}>
      <Text size="sm">{isMissing ? 'It may have been deleted.' : message}</Text>
      <Group mt="sm" gap="md">
        <BusyButton
          size="xs"
          variant="default"
          isBusy={isTrying}
          onClick={() => {
            void tryAgain();
          }}
        >
          Try again
        </BusyButton>
        {isMissing && back}
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            Request {requestId}
          </Text>
        )}
      </Group>
    </Alert>
  );
}

interface QueryFailureProps extends Pick<FailureAlertProps, 'what' | 'back'> {
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
}

export const QueryFailure = ({ query: { data, error, refetch }, ...alert }: QueryFailureProps) =>
  error && <FailureAlert isShown={data !== undefined} error={error} onRetry={refetch} {...alert} />;

interface QueriesFailureProps extends Pick<FailureAlertProps, 'what'> {
  readonly queries: readonly QueryFailureProps['query'][];
}

/** One alert for what several queries show; trying again repeats all that have no data. */
export function QueriesFailure({ what, queries }: QueriesFailureProps) {
  const failed = queries.filter(({ data, error }) => error && !data);
  return (
    failed[0] && (
      <FailureAlert
        what={what}
        error={failed[0].error}
        onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    )
  );
}
