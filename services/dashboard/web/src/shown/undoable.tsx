import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { randomId } from '@mantine/hooks';

const SHOWN_MS = 10_000;

interface Undoable {
  readonly warnings?: readonly string[];
  readonly undo: () => void;
}

/** Says that something is done, and offers to undo it once. */
export function showUndoable(text: string, { warnings = [], undo }: Undoable): void {
  const id = randomId();
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    ...(warnings.length > 0 && { color: 'yellow' }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm">{text}</Text>
          {warnings.map((warning) => (
            <Text key={warning} size="sm" c="dimmed">
              {warning}
            </Text>
          ))}
        </div>
        <Button
          variant="default"
          size="xs"
          style={{ flex: 'none' }}
          onClick={({ currentTarget }) => {
            // The button stays while the message fades, and would keep the focus.
            currentTarget.blur();
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
