import {
  Checkbox,
  Select,
  TextInput,
  type CheckboxProps,
  type SelectProps,
  type TextInputProps,
} from '@mantine/core';
import type { ListedRecords } from './use-records';

export interface FilterBinding<Filter extends string> {
  readonly of: Pick<ListedRecords<unknown, Filter>, 'filters' | 'filter'>;
  /** The filter's name in the address. */
  readonly by: Filter;
}

export const createFilterSetter =
  <Filter extends string>({ of, by }: FilterBinding<Filter>) =>
  (value: string | undefined): void =>
    of.filter({ [by]: value } as Partial<Record<Filter, string | undefined>>);

interface SelectFilterProps<Filter extends string>
  extends FilterBinding<Filter>, Omit<SelectProps, 'value' | 'onChange'> {
  readonly label: string;
}

export function SelectFilter<Filter extends string>({
  of,
  by,
  label,
  ...select
}: SelectFilterProps<Filter>) {
  const set = createFilterSetter({ of, by });
  return (
    <Select
      label={label}
      value={of.filters[by] ?? null}
      onChange={(value) => set(value ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      placeholder="All"
      {...select}
    />
  );
}

interface CheckboxFilterProps<Filter extends string>
  extends FilterBinding<Filter>, Omit<CheckboxProps, 'checked' | 'onChange' | 'value'> {
  /** The address's value when checked. */
  readonly value?: string;
}

export function CheckboxFilter<Filter extends string>({
  of,
  by,
  value = 'true',
  ...checkbox
}: CheckboxFilterProps<Filter>) {
  const set = createFilterSetter({ of, by });
  return (
    <Checkbox
      mb={8}
      checked={of.filters[by] === value}
      onChange={({ currentTarget }) => set(currentTarget.checked ? value : undefined)}
      {...checkbox}
    />
  );
}

interface TimeFilterProps<Filter extends string>
  extends FilterBinding<Filter>, Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  readonly type: 'date' | 'datetime-local';
}

export function TimeFilter<Filter extends string>({ of, by, ...input }: TimeFilterProps<Filter>) {
  const set = createFilterSetter({ of, by });
  return (
    <TextInput
      value={of.filters[by] ?? ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      {...input}
    />
  );
}
