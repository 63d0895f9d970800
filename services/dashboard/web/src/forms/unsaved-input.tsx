import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from './dialog';

let unsavedForms = 0;

/** Whether a form holds what would be lost by leaving the page. */
export const hasUnsavedInput = (): boolean => unsavedForms > 0;

/** Asks before the page is left, by a link, back or closing, while a form holds unsaved input. */
export function AskBeforeLeaving({ isUnsaved }: { readonly isUnsaved: boolean }) {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    unsavedForms += 1;
    return () => {
      unsavedForms -= 1;
    };
  }, [isUnsaved]);
  const { status, proceed, reset } = useBlocker({
    // Another filter of the same page loses nothing.
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

/** Says what is lost by leaving a form, and lets the person decide. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  // Not there before it is asked for: the Escape that closes another dialog would close this one as well.
  if (!opened) return null;
  return (
    <Dialog onClose={() => onStay?.()} title="Leave without saving?">
      <Text size="sm">What you have entered here is not saved and will be lost.</Text>
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
