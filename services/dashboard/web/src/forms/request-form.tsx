import { Alert, Group, Stack, Text, type ButtonProps } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { asRefusal, Refusal } from '../server/refusal';
import { BusyButton } from './busy-button';
import { editedFields } from './edited-fields';
import { refusedFields } from './refused-fields';
import { AskBeforeLeaving } from './unsaved-input';

interface RequestFormOptions<Values, Result> {
  /** By the names of the API's fields, so that its errors find theirs. */
  readonly initialValues: Values;
  /**
   * Sends what was entered; `edits` is what of it differs from what the form began with, or was saved
   * since, whatever others have changed meanwhile.
   */
  readonly send: (values: Values, edits: Partial<NoInfer<Values>>) => Promise<Result>;
  /** Whether the fields are as at the beginning once it was accepted; else they stay, as saved. */
  readonly isEmptiedAfter?: boolean;
  /** After it was accepted. */
  readonly done?: (result: Result, values: Values) => void;
}

export interface RequestFormState<Values> {
  /** Mantine's form: `form.getInputProps('name')` binds a field. */
  readonly form: UseFormReturnType<Values>;
  readonly isSending: boolean;
  /** The same at this very moment: a key that closes a dialog may come before the next rendering. */
  readonly isBeingSent: () => boolean;
  /** What was refused, unless it stands beside a field. */
  readonly refused: string | undefined;
  /** What can be done about that, where it does not say so itself. */
  readonly advice?: string | undefined;
  /** Sends once, however often it is called. */
  readonly submit: (event?: FormEvent) => void;
}

/** A form that is sent as one request; keeps what was typed when it is refused or fails. */
export function useRequestForm<Values extends object, Result>({
  initialValues,
  send,
  isEmptiedAfter = false,
  done,
}: RequestFormOptions<Values, Result>): RequestFormState<Values> {
  const form = useForm<Values>({ initialValues });
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<string>();
  // React state comes too late for a double click.
  const isPressed = useRef(false);
  const known = useRef(initialValues);

  async function sendOnce(values: Values): Promise<void> {
    if (isPressed.current) return;
    isPressed.current = true;
    setSending(true);
    setRefused(undefined);
    form.clearErrors();
    try {
      const result = await send(values, editedFields(values, known.current));
      if (isEmptiedAfter) {
        form.reset();
      } else {
        form.resetDirty(values);
        known.current = values;
      }
      done?.(result, values);
    } catch (error) {
      if (!(error instanceof Refusal)) reportError(error);
      const { beside, forAll } = refusedFields(asRefusal(error), values);
      form.setErrors(beside);
      setRefused(forAll);
      const nodes = Object.keys(beside).flatMap((name) => form.getInputNode(name) ?? []);
      nodes.sort(byPlace)[0]?.focus();
    } finally {
      isPressed.current = false;
      setSending(false);
    }
  }

  return {
    form,
    isSending,
    isBeingSent: () => isPressed.current,
    refused,
    submit: (event) => {
      event?.preventDefault();
      void sendOnce(form.getValues());
    },
  };
}

/** In the order in which people come upon them. */
const byPlace = (one: Node, other: Node): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

interface RequestFormProps<Values> extends Pick<ButtonProps, 'color'> {
  readonly state: RequestFormState<Values>;
  /** The fields. */
  readonly children: ReactNode;
  /** The button's name. */
  readonly submitName: string;
  /** More buttons, before that one. */
  readonly buttons?: ReactNode;
  readonly isFullWidth?: boolean;
  /** Sign-in has no input worth keeping. */
  readonly asksBeforeLeaving?: boolean;
}

/** The fields, what was refused, and the button: where it was pressed is where people look. */
export function RequestForm<Values>({
  state: { form, isSending, refused, advice, submit },
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
    if (refused !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  return (
    <form onSubmit={submit} noValidate>
      {asksBeforeLeaving && <AskBeforeLeaving isUnsaved={form.isDirty()} />}
      <Stack gap="md">
        {children}
        <Stack gap="md" ref={end}>
          {refused !== undefined && (
            <Alert color="red" role="alert" variant="outline">
              <Text size="sm">{refused}</Text>
              {advice !== undefined && (
                <Text size="sm" mt={4}>
                  {advice}
                </Text>
              )}
            </Alert>
          )}
          <Group justify={isFullWidth ? 'stretch' : 'flex-end'} grow={isFullWidth}>
            {buttons}
            <BusyButton type="submit" isBusy={isSending} color={color}>
              {submitName}
            </BusyButton>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}
