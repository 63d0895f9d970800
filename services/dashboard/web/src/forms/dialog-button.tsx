import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface DialogButtonProps {
  readonly name: string;
  /** Hides the button; an open dialog stays. */
  readonly isOffered?: boolean;
  readonly dialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({ name, isOffered = true, dialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOffered && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {name}
        </Button>
      )}
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
