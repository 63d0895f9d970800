import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const TYPING_MS = 250;

interface SearchFilterProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** What is searched for, from the address. */
  readonly value: string | undefined;
  readonly onSearch: (text: string | undefined) => void;
}

/** A filter that is typed, and set when nothing more is. */
export function SearchFilter({ value = '', onSearch, ...input }: SearchFilterProps) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, TYPING_MS);
  const [searched, setSearched] = useState(value);
  if (value !== searched) {
    setSearched(value);
    // The address has changed by itself, and not because of what was typed.
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
