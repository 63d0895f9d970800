import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { createFilterSetter, type FilterBinding } from './filters';

const TYPING_MS = 250;

type SearchFilterProps<Filter extends string> = FilterBinding<Filter> &
  Omit<TextInputProps, 'value' | 'onChange'>;

export function SearchFilter<Filter extends string>({
  of,
  by,
  ...input
}: SearchFilterProps<Filter>) {
  const { [by]: value = '' } = of.filters;
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(createFilterSetter({ of, by }), TYPING_MS);
  const [searched, setSearched] = useState(value);
  if (value !== searched) {
    setSearched(value);
    // The address changed by other means than typing.
    if (text.trim() !== value) setText(value);
  }
  return (
    <TextInput
      type="search"
      label="Search"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value.trim() || undefined);
      }}
      {...input}
    />
  );
}
