import '@mantine/spotlight/styles.css';
import {
  createSpotlight,
  SpotlightAction,
  SpotlightActionsList,
  SpotlightEmpty,
  SpotlightFooter,
  SpotlightRoot,
  SpotlightSearch,
  useSpotlight,
} from '@mantine/spotlight';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { SearchResponse } from '../../../contract/responses';
import { toEmptyText } from '../choosers/record-chooser';
import { request } from '../server/request';
import { useSession } from '../session/session';
import { SearchIcon } from '../shell/icons';
import { KIND_NAMES, listEntries, listOwnEntries, toSearchTerm, type Entry } from './entries';
import type { NewRecord } from './new-records';
import classes from './palette.module.css';

const [store, { open }] = createSpotlight();

export const openPalette = open;

/** Keys that follow one another faster, such as those of a held key, wait. */
const TYPING_MS = 50;

const LIST_ID = 'search-results';

const toOptionId = (index: number): string => `${LIST_ID}-${index}`;

/** A single character would find almost everything; a digit may be a job's number. */
const isSearched = (term: string): boolean => term.length > 1 || /\d/.test(term);

function useFound(text: string) {
  const [term] = useDebouncedValue(toSearchTerm(text), TYPING_MS, { leading: true });
  return useQuery({
    queryKey: ['search', term],
    enabled: isSearched(term),
    queryFn: () => request<SearchResponse>('GET', 'search', { query: { term } }),
  });
}

export default function Palette() {
  const session = useSession();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [created, setCreated] = useState<NewRecord>();
  const { selected } = useSpotlight(store);
  const { data, error, isFetching } = useFound(text);
  const { records = [], unavailable = [] } = data?.data ?? {};
  const entries = listEntries(listOwnEntries(session), text.trim(), records);
  const isNoneSelected = selected < 0 && entries.length > 0;
  useEffect(() => {
    if (isNoneSelected) store.setState({ ...store.getState(), selected: 0 });
  }, [isNoneSelected]);
  const run = ({ opens }: Entry): void => {
    if ('Dialog' in opens) setCreated(opens);
    // A path may have a query.
    else void navigate({ href: `/dashboard${opens.path}` });
  };
  return (
    <>
      <SpotlightRoot
        store={store}
        shortcut={null}
        query={text}
        onQueryChange={setText}
        centered={false}
        scrollable
        maxHeight="70vh"
        // Mantine's blur would be redrawn with each result.
        overlayProps={{ backgroundOpacity: 0.35 }}
        attributes={{ content: { 'aria-label': 'Search' } }}
      >
        <SpotlightSearch
          placeholder="Customers, jobs, assets, parts, ids, pages…"
          aria-label="Search"
          leftSection={<SearchIcon />}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={entries[selected] && toOptionId(selected)}
          // Mantine's arrow keys select without telling the store's subscribers.
          onKeyDown={() => queueMicrotask(() => store.setState({ ...store.getState() }))}
        />
        <SpotlightActionsList
          id={LIST_ID}
          {...(entries.length > 0 && { 'role': 'listbox', 'aria-label': 'Results' })}
        >
          {entries.map((entry, index) => (
            <SpotlightAction
              key={entry.key}
              // Mantine drops an id.
              renderRoot={(props) => <button {...props} id={toOptionId(index)} />}
              role="option"
              aria-selected={index === selected}
              className={classes['action']}
              data-selected={index === selected || undefined}
              label={entry.title}
              description={entry.detail}
              rightSection={<Text size="xs">{entry.kind}</Text>}
              onClick={() => run(entry)}
            />
          ))}
          {entries.length === 0 && (
            <SpotlightEmpty role="status">{toEmptyText({ error, isFetching })}</SpotlightEmpty>
          )}
        </SpotlightActionsList>
        {unavailable.length > 0 && (
          <SpotlightFooter role="status">
            Not searched, try again: {unavailable.map((kind) => KIND_NAMES[kind]).join(', ')}.
          </SpotlightFooter>
        )}
      </SpotlightRoot>
      {created && (
        <Suspense>
          <created.Dialog customer={created.customer} onClose={() => setCreated(undefined)} />
        </Suspense>
      )}
    </>
  );
}
