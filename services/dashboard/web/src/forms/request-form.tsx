import { Alert, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { toRequestError, RequestError } from '../server/request-error';
import { BusyButton } from './busy-button';
import { findEditedFields } from './find-edited-fields';
import { toPlainMessage, type VisibleField } from './plain-message';
import { assignErrors } from './assign-errors';
import classes from './request-form.module.css';
import { AskBeforeLeaving } from './unsaved-input';

interface RequestFormOptions<Values, Result> {
  /** By API field names, so that errors find their fields. */
  readonly initialValues: Values;
  /** `edits` holds what differs from the initial or last saved values. */
  readonly send: (values: Values, edits: Partial<NoInfer<Values>>) => Promise<Result>;
  /** Resets the fields after success instead of keeping them. */
  readonly isEmptiedAfter?: boolean;
  readonly done?: (result: Result, values: Values) => void;
}

export interface RequestFormState<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly isSending: boolean;
  /** Current without waiting for a rendering, unlike `isSending`. */
  readonly isBeingSent: () => boolean;
  /** Errors that belong to no field. */
  readonly formError: string | undefined;
  readonly advice?: string | undefined;
  readonly submit: (event?: FormEvent) => void;
}

/** Keeps what was typed when the request fails. */
export function useRequestForm<Values extends object, Result>({
  initialValues,
  send,
  isEmptiedAfter = false,
  done,
}: RequestFormOptions<Values, Result>): RequestFormState<Values> {
  const form = useForm<Values>({ initialValues });
  const [isSending, setSending] = useState(false);
  const [formError, setFormError] = useState<string>();
  // State would come too late for a double click.
  const isInFlight = useRef(false);
  const lastSaved = useRef(initialValues);

  async function sendOnce(values: Values): Promise<void> {
    if (isInFlight.current) return;
    isInFlight.current = true;
    setSending(true);
    setFormError(undefined);
    form.clearErrors();
    try {
      const result = await send(values, findEditedFields(values, lastSaved.current));
      if (isEmptiedAfter) {
        form.reset();
      } else {
        form.resetDirty(values);
        lastSaved.current = values;
      }
      done?.(result, values);
    } catch (error) {
      if (!(error instanceof RequestError)) reportError(error);
      const { fieldErrors, formMessage } = assignErrors(toRequestError(error), values);
      const plain = Object.entries(fieldErrors).map(([name, message]) => [
        name,
        toPlainMessage(message, { name, ...readInput(form.getInputNode(name)) }),
      ]);
      form.setErrors(Object.fromEntries(plain));
      setFormError(formMessage);
      const nodes = Object.keys(fieldErrors).flatMap((name) => form.getInputNode(name) ?? []);
      nodes.sort(compareByPosition)[0]?.focus();
    } finally {
      isInFlight.current = false;
      setSending(false);
    }
  }

  return {
    form,
    isSending,
    isBeingSent: () => isInFlight.current,
    formError,
    submit: (event) => {
      event?.preventDefault();
      void sendOnce(form.getValues());
    },
  };
}

function readInput(node: HTMLElement | null): Omit<VisibleField, 'name'> {
  const input =
    node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node : null;
  const isSelect = input?.ariaHasPopup === 'listbox';
  return {
    label: input?.labels?.[0]?.textContent ?? '',
    type: isSelect ? 'select' : (input?.type ?? ''),
  };
}

const compareByPosition = (one: Node, other: Node): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

interface RequestFormProps<Values> extends Pick<ButtonProps, 'color'> {
  readonly state: RequestFormState<Values>;
  readonly children: ReactNode;
  readonly submitName: string;
  readonly buttons?: ReactNode;
  readonly isFullWidth?: boolean;
  readonly asksBeforeLeaving?: boolean;
}

export function RequestForm<Values>({
  state: { form, isSending, formError, advice, submit },
  children,
  submitName,
  buttons,
  color,
  isFullWidth = false,
  asksBeforeLeaving = true,
}: RequestFormProps<Values>) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form may have been sent from a field far above.
    if (formError !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [formError]);
  return (
    <form onSubmit={submit} noValidate>
      {asksBeforeLeaving && <AskBeforeLeaving isUnsaved={form.isDirty()} />}
      <Stack gap="md">
        {children}
        {formError !== undefined && (
          <Alert ref={end} color="red" role="alert" variant="outline">
            <Text size="sm">{formError}</Text>
            {advice !== undefined && (
              <Text size="sm" mt={4}>
                {advice}
              </Text>
            )}
          </Alert>
        )}
        <Group
          justify={isFullWidth ? 'stretch' : 'flex-end'}
          grow={isFullWidth}
          className={classes['footer']}
        >
          {buttons}
          <BusyButton type="submit" isBusy={isSending} color={color}>
            {submitName}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
