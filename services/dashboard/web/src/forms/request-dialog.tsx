import type { ModalProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog';
import { RequestForm, type RequestFormState } from './request-form';
import { LeaveDialog } from './unsaved-input';

interface RequestDialogProps<Values> extends Pick<ModalProps, 'size'> {
  readonly title: string;
  readonly state: RequestFormState<Values>;
  readonly submitName: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function RequestDialog<Values>({
  title,
  state,
  submitName,
  onClose,
  children,
  size,
}: RequestDialogProps<Values>) {
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => {
    if (state.isBeingSent()) return;
    if (state.form.isDirty()) setConfirming(true);
    else onClose();
  };
  return (
    <Dialog onClose={close} title={title} size={size}>
      <RequestForm state={state} submitName={submitName}>
        {children}
      </RequestForm>
      <LeaveDialog opened={isConfirming} onStay={() => setConfirming(false)} onLeave={onClose} />
    </Dialog>
  );
}
