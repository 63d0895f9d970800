import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { Right } from '../../../contract/rights';
import { useMayUse } from '../session/may-use';

interface DialogButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly name: string;
  /** Who may press it. */
  readonly right?: Right;
  /** Hides the button; an open dialog stays. */
  readonly isOffered?: boolean;
  readonly dialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({
  name,
  right = 'overview',
  isOffered = true,
  dialog,
  ...button
}: DialogButtonProps) {
  const mayUse = useMayUse();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isOffered && mayUse(right) && (
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
  readonly right: Right;
  readonly dialog: ComponentType<{ readonly onClose: () => void }>;
}

/** A page's main button, which opens a dialog. */
export const NewButton = ({ name, right, dialog: Dialog }: NewButtonProps) => (
  <DialogButton
    name={name}
    right={right}
    variant="filled"
    size="sm"
    dialog={(close) => <Dialog onClose={close} />}
  />
);
