import { Alert, Button, Group, Text } from '@mantine/core';
import { asRefusal } from '../server/refusal';

interface FailureProps {
  /** What cannot be shown, such as "The API keys". */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says what could not be read, and why, in the place where it would stand. */
export function Failure({ what, error, onRetry }: FailureProps) {
  const { message, requestId } = asRefusal(error);
  return (
    <Alert color="red" role="alert" variant="outline" title={`${what} cannot be shown.`}>
      <Text size="sm">{message}</Text>
      <Group mt="sm" gap="md">
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            Request {requestId}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
