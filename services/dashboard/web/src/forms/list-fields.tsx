import { Button, Fieldset, Group, Input, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import classes from './list-fields.module.css';

interface ListFieldsProps<Values, Name extends string> {
  readonly form: UseFormReturnType<Values>;
  readonly name: Name;
  readonly legend: string;
  readonly one: string;
  readonly onAdd: () => void;
  readonly children: (at: number) => ReactNode;
}

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
