import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { request, type RequestQuery } from '../server/request';

export interface Choice {
  readonly id: number;
  readonly name: string;
}

export const toChoice = (id: number | null, name: string | null): Choice | undefined =>
  id === null ? undefined : { id, name: name ?? `Number ${id}` };

export interface ChoiceSearch {
  /** Begins with the path of the list, so that changes to the list invalidate it. */
  readonly key: readonly string[];
  readonly find: (text: string) => Promise<readonly Choice[]>;
}

const MAX_CHOICES = 25;

/** Searches a list on the server and returns the first matches. */
export const createSearch = <Row,>(
  path: string,
  choiceOf: (row: Row) => Choice,
  filter: RequestQuery = {},
): ChoiceSearch => ({
  key: [path, ...Object.values(filter).map(String)],
  async find(search) {
    const query = { ...filter, search, per_page: MAX_CHOICES };
    return (await request<readonly Row[]>('GET', path, { query })).data.map(choiceOf);
  },
});

const TYPING_MS = 200;

/** Previous results stay until new ones arrive. */
export function useSearchedChoices({ key, find }: ChoiceSearch, text: string) {
  const [searched] = useDebouncedValue(text.trim(), TYPING_MS);
  return useQuery({
    queryKey: [...key, 'choices', searched],
    queryFn: () => find(searched),
    placeholderData: keepPreviousData,
  });
}

interface RecordChooserProps extends Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'searchable' | 'filter'
> {
  readonly label?: string;
  readonly search: ChoiceSearch;
  readonly value?: number | null;
  readonly onChange?: (id: number | null, name: string | undefined) => void;
  /** The current choice, whose name may not be among the results. */
  readonly chosen?: Choice | undefined;
}

/** Results may arrive between the choice of an option and Enter, which then would submit the form without it. */
function preventSubmit(event: KeyboardEvent<HTMLElement>): void {
  const isOpen = event.target instanceof HTMLElement && 'expanded' in event.target.dataset;
  if (event.key === 'Enter' && isOpen) event.preventDefault();
}

/** Properties of a chooser that has a search of its own. */
export type ChooserProps = Omit<RecordChooserProps, 'search'>;

export const toOption = ({ id, name }: Choice) => ({ value: String(id), label: name });

export function RecordChooser({
  search,
  value = null,
  onChange,
  chosen,
  label = '',
  ...select
}: RecordChooserProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Choice>();
  const current = [picked, chosen].find((each) => each?.id === value);
  // The field holds the name of the current choice, which is no search.
  const { data, error, isFetching } = useSearchedChoices(
    search,
    text === current?.name ? '' : text,
  );
  const found = data ?? [];
  const known = current && !found.some(({ id }) => id === current.id) ? [current, ...found] : found;
  return (
    <Select
      label={label}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={known.map(toOption)}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        const choice = known.find((each) => String(each.id) === id);
        setPicked(choice);
        onChange?.(choice?.id ?? null, choice?.name);
      }}
      searchable
      // The server has filtered them already.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={toEmptyText({ error, isFetching })}
      wrapperProps={{ onKeyDown: preventSubmit }}
      {...select}
    />
  );
}

export function toEmptyText({
  error,
  isFetching,
}: {
  readonly error: Error | null;
  readonly isFetching: boolean;
}): string {
  if (isFetching) return 'Searching…';
  return error ? `Search failed. ${error.message}` : 'No matches.';
}
