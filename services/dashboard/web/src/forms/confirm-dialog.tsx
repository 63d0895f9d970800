import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { RequestForm, useRequestForm } from './request-form';

interface ConfirmDialogProps<Result> {
  /** A question: "Delete this endpoint?" */
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The button's name, a verb with its object. */
  readonly confirmName: string;
  /** What has to be typed first, for what cannot be undone; `typed` is the answer's field. */
  readonly typed?: { readonly field: string; readonly label: string; readonly value: string };
  readonly send: (typed: string) => Promise<Result>;
  readonly done: (result: Result) => void;
  readonly onClose: () => void;
}

/** Says what a button will do, and does it when it is confirmed; there as long as it is rendered. */
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
