import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface DialogButtonProps {
  readonly name: string;
  /** Whether the button is there; a dialog that is open stays when it goes. */
  readonly isOffered?: boolean;
  /** The dialog, which is rendered while it is open, so that it begins fresh. */
  readonly dialog: (onClose: () => void) => ReactNode;
}

/** A button of a section that opens a dialog. */
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
