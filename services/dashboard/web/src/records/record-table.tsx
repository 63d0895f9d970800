import { Button, Center, Group, Pagination, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../shown/failure';
import classes from './record-table.module.css';
import { RECORDS_PER_PAGE, type Records } from './use-records';

export interface Column<T> {
  /** The column's heading. */
  readonly name: string;
  readonly cell: (row: T) => ReactNode;
  /** Numbers stand under each other. */
  readonly isNumber?: boolean;
  /** Of the whole, such as `40%`. */
  readonly width?: string;
}

interface RecordTableProps<T> {
  /** What is listed, such as "API keys". */
  readonly name: string;
  readonly records: Records<T, string>;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string | number;
  /** What to do where there is nothing yet. */
  readonly empty: ReactNode;
}

const SKELETON_ROWS = 6;

/** A list: its rows, what stands in their place until there are some, and its pages. */
export function RecordTable<T>({ name, records, columns, keyOf, empty }: RecordTableProps<T>) {
  const { rows, total, error } = records;
  if (error && !rows) return <Failure what={name} error={error} onRetry={records.retry} />;
  if (rows && total === 0) {
    return records.isFiltered ? <NothingFits records={records} /> : <Empty>{empty}</Empty>;
  }
  return (
    <Stack gap="md">
      {error && <Failure what={`The newest of ${name}`} error={error} onRetry={records.retry} />}
      <Table
        className={classes['table']}
        aria-label={name}
        aria-busy={!rows || records.isBehind}
        data-behind={records.isBehind || undefined}
        highlightOnHover
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.name} w={column.width} data-number={column.isNumber}>
                {column.name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map((column) => (
                <Table.Td key={column.name} data-label={column.name} data-number={column.isNumber}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          )) ?? <SkeletonRows columns={columns.length} />}
        </Table.Tbody>
      </Table>
      {rows && total > RECORDS_PER_PAGE && <Pages name={name} records={records} />}
    </Stack>
  );
}

const SkeletonRows = ({ columns }: { readonly columns: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_cell, column) => (
        <Table.Td key={column}>
          <Skeleton height={14} my={4} width={column === 0 ? '70%' : '50%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));

/** In place of a list that has nothing. */
export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <Center className={classes['empty']}>
    <Stack align="center" gap="sm" maw={420} ta="center">
      {typeof children === 'string' ? <Text c="dimmed">{children}</Text> : children}
    </Stack>
  </Center>
);

const NothingFits = ({ records }: { readonly records: Records<never, string> | Records<unknown, string> }) => (
  <Empty>
    <Text c="dimmed">Nothing fits these filters.</Text>
    <Button variant="default" onClick={records.clearFilters}>
      Clear filters
    </Button>
  </Empty>
);

interface PagesProps {
  readonly name: string;
  readonly records: Records<unknown, string>;
}

function Pages({ name, records: { page, pages, total, goToPage } }: PagesProps) {
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
        siblings={1}
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
