import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from './dialog';

let unsavedForms = 0;

export const hasUnsavedInput = (): boolean => unsavedForms > 0;

export function AskBeforeLeaving({ isUnsaved }: { readonly isUnsaved: boolean }) {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    unsavedForms += 1;
    return () => {
      unsavedForms -= 1;
    };
  }, [isUnsaved]);
  const { status, proceed, reset } = useBlocker({
    // Changing filters on the same page loses nothing.
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return <LeaveDialog opened={status === 'blocked'} onStay={reset} onLeave={proceed} />;
}

interface LeaveDialogProps {
  readonly opened: boolean;
  readonly onStay: (() => void) | undefined;
  readonly onLeave: (() => void) | undefined;
}

export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  // Mounted early, it would close with the Escape that closes another dialog.
  if (!opened) return null;
  return (
    <Dialog onClose={() => onStay?.()} title="Leave without saving?">
      <Text size="sm">Your changes will be lost.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={onLeave}>
          Leave
        </Button>
      </Group>
    </Dialog>
  );
}
