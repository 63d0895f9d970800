import { Button, Center, Group, Pagination, Stack, Text, useMatches } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureAlert } from '../shown/failure-alert';
import { toMidSentence } from '../shown/wording';
import classes from './list-frame.module.css';
import { RECORDS_PER_PAGE, type ListedRecords } from './use-records';

export interface ListProps<T> {
  readonly name: string;
  readonly records: ListedRecords<T, string>;
  readonly getKey: (row: T) => string | number;
  readonly empty: ReactNode;
}

interface ListFrameProps extends Omit<ListProps<unknown>, 'getKey'> {
  readonly children: ReactNode;
}

export function ListFrame({ name, records, empty, children }: ListFrameProps) {
  const { rows, error, retry } = records;
  return (
    <>
      {error && (
        <FailureAlert what={name} isShown={rows !== undefined} error={error} onRetry={retry} />
      )}
      {(rows || !error) && <Listed {...{ name, records, empty, children }} />}
    </>
  );
}

function Listed({ name, records, empty, children }: ListFrameProps) {
  const { rows, total, isFiltered } = records;
  if (rows && total === 0) {
    return isFiltered ? <NoMatches name={name} records={records} /> : <Empty>{empty}</Empty>;
  }
  if (rows?.length === 0) return <EmptyPage records={records} />;
  return (
    <Stack gap="md">
      {children}
      {rows && total > RECORDS_PER_PAGE && <Pages name={name} records={records} />}
    </Stack>
  );
}

export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <Center className={classes['empty']} data-empty>
    <Stack gap="sm">
      {typeof children === 'string' ? (
        <Text c="dimmed" inherit>
          {children}
        </Text>
      ) : (
        children
      )}
    </Stack>
  </Center>
);

interface RecordsProps {
  readonly records: ListedRecords<unknown, string>;
}

const NoMatches = ({ name, records }: PagesProps) => (
  <Empty>
    <Text c="dimmed">
      {name.endsWith('s') ? `No ${toMidSentence(name)} match` : 'No matches for'} these filters.
    </Text>
    <Button variant="default" onClick={records.clearFilters}>
      Clear filters
    </Button>
  </Empty>
);

/** Rows may have been removed or moved to an earlier page. */
const EmptyPage = ({ records: { pages, goToPage } }: RecordsProps) => (
  <Empty>
    <Text c="dimmed">This page is empty now.</Text>
    <Button variant="default" onClick={() => goToPage(pages)}>
      Go to the last page
    </Button>
  </Empty>
);

interface PagesProps extends RecordsProps {
  readonly name: string;
}

function Pages({ name, records: { page, pages, total, goToPage } }: PagesProps) {
  // Fits 360 pixels in one line.
  const siblings = useMatches({ base: 0, xs: 1 });
  const first = (page - 1) * RECORDS_PER_PAGE + 1;
  const last = Math.min(page * RECORDS_PER_PAGE, total);
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {first.toLocaleString('en')}–{last.toLocaleString('en')} of {total.toLocaleString('en')}
      </Text>
      <Pagination
        aria-label={`Pages of ${name}`}
        total={pages}
        value={page}
        onChange={goToPage}
        size="sm"
        siblings={siblings}
        boundaries={1}
        getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        getControlProps={(control) => ({ 'aria-label': CONTROL_NAMES[control] })}
      />
    </Group>
  );
}

const CONTROL_NAMES = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
};
