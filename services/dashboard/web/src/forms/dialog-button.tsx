import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentType, type ReactNode } from 'react';

interface DialogButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly name: string;
  /** Hides the button; an open dialog stays. */
  readonly isOffered?: boolean;
  readonly dialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({ name, isOffered = true, dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOffered && (
        <Button variant="default" size="xs" {...button} onClick={() => setOpen(true)}>
          {name}
        </Button>
      )}
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

interface NewButtonProps {
  readonly name: string;
  readonly dialog: ComponentType<{ readonly onClose: () => void }>;
}

/** A page's main button, which opens a dialog. */
export const NewButton = ({ name, dialog: Dialog }: NewButtonProps) => (
  <DialogButton
    name={name}
    variant="filled"
    size="sm"
    dialog={(close) => <Dialog onClose={close} />}
  />
);
