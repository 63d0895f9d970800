import { Button, Fieldset, Group, Input, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import classes from './list-fields.module.css';

interface ListFieldsProps<Values, Name extends string> {
  readonly form: UseFormReturnType<Values>;
  /** The form's list. */
  readonly name: Name;
  readonly legend: string;
  /** What one of them is called on its buttons: "skill". */
  readonly one: string;
  readonly onAdd: () => void;
  /** The fields of one, by its place in the list. */
  readonly children: (at: number) => ReactNode;
}

/** Things of which a form holds a list, any number of them: the fields of each, and buttons to remove and add one. */
export const ListFields = <
  Name extends string,
  Values extends { readonly [Each in Name]: readonly object[] },
>({
  form,
  name,
  legend,
  one,
  onAdd,
  children,
}: ListFieldsProps<Values, Name>) => (
  <Fieldset legend={legend}>
    <Stack gap="sm">
      {form.getValues()[name].map((_values, at) => (
        <div key={at} className={classes['row']}>
          {children(at)}
          <Button
            variant="default"
            aria-label={`Remove ${one} ${at + 1}`}
            data-unlabelled
            onClick={() => form.removeListItem(name, at)}
          >
            Remove
          </Button>
        </div>
      ))}
      <Input.Error>{form.errors[name]}</Input.Error>
      <Group>
        <Button variant="default" size="xs" onClick={onAdd}>
          Add {one}
        </Button>
      </Group>
    </Stack>
  </Fieldset>
);
