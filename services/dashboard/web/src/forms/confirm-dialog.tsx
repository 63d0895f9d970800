import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { RequestForm, useRequestForm } from './request-form';

interface ConfirmDialogProps<Result> {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmName: string;
  /** A text to type for what cannot be undone; `field` names it in the request's body. */
  readonly typed?: { readonly field: string; readonly label: string; readonly value: string };
  readonly send: (typed: string) => Promise<Result>;
  readonly done: (result: Result) => void;
  readonly onClose: () => void;
}

export function ConfirmDialog<Result>({
  title,
  children,
  confirmName,
  typed,
  send,
  done,
  onClose,
}: ConfirmDialogProps<Result>) {
  const field = typed?.field ?? 'confirmation';
  const state = useRequestForm({
    initialValues: { [field]: '' } as Record<string, string>,
    send: (values) => send(values[field] ?? ''),
    done,
  });
  return (
    <Dialog onClose={() => !state.isBeingSent() && onClose()} title={title}>
      <RequestForm state={state} submitName={confirmName} color="red" asksBeforeLeaving={false}>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed && (
          <TextInput
            label={typed.label}
            description={`Type ${typed.value} to confirm.`}
            autoComplete="off"
            data-autofocus
            {...state.form.getInputProps(field)}
          />
        )}
      </RequestForm>
    </Dialog>
  );
}
