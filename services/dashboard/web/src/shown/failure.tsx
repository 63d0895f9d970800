import { Alert, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '../forms/busy-button';
import { asRefusal } from '../server/refusal';

interface FailureProps {
  readonly what: string;
  readonly isShown?: boolean;
  readonly error: unknown;
  /** Settles when the attempt has ended. */
  readonly onRetry: () => Promise<unknown>;
}

export function Failure({ what, isShown = false, error, onRetry }: FailureProps) {
  const { message, requestId } = asRefusal(error);
  const [isTrying, setTrying] = useState(false);
  async function tryAgain(): Promise<void> {
    setTrying(true);
    await onRetry();
    setTrying(false);
  }
  return (
    <Alert
      color="red"
      role="alert"
      variant="outline"
      title={isShown ? `${what} cannot be brought up to date.` : `${what} cannot be shown.`}
      mb={isShown ? 'md' : undefined}
    >
      <Text size="sm">{message}</Text>
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
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            Request {requestId}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
