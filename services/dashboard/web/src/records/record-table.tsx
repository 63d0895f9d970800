import { Group, Skeleton, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextLink } from '../shown/text-link';
import { HeaderCell, type Sorting } from './header-cell';
import { ListFrame, type ListProps } from './list-frame';
import classes from './record-table.module.css';

export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ReactNode;
  /** The path of the page that the cell links to; the first such link covers the whole row. */
  readonly to?: (row: T) => string;
  /** The value of `sort` in the address that the first click on the name sets. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Kept on one line. */
  readonly isCode?: boolean;
  /** May break anywhere, but the column keeps room for a short name. */
  readonly isName?: boolean;
  /** May break anywhere, but the column keeps room for a host name. */
  readonly isAddress?: boolean;
  /** Cut at the end of the line; needs a width. */
  readonly isOneLine?: boolean;
  readonly width?: string;
  /** Place on a phone's card; by default a labeled value. */
  readonly phone?: PhonePlace;
}

type PhonePlace = 'title' | 'status' | 'plain' | 'line' | 'hidden';

interface RecordTableProps<T> extends ListProps<T> {
  readonly columns: readonly Column<T>[];
  readonly actions?: (row: T) => ReactNode;
}

const SKELETON_ROWS = 6;

export function RecordTable<T>({ columns, actions, getKey, ...list }: RecordTableProps<T>) {
  const { name, records } = list;
  const { rows, isStale } = records;
  return (
    <ListFrame {...list}>
      <RowTable {...{ name, columns, actions, getKey, rows, isStale, sorting: records }} />
    </ListFrame>
  );
}

interface RowTableProps<T> extends Pick<
  RecordTableProps<T>,
  'name' | 'columns' | 'actions' | 'getKey'
> {
  /** Undefined shows a skeleton. */
  readonly rows: readonly T[] | undefined;
  readonly isStale?: boolean;
  readonly sorting?: Sorting;
}

export function RowTable<T>({
  name,
  columns,
  actions,
  rows,
  isStale = false,
  getKey,
  sorting,
}: RowTableProps<T>) {
  const places = placeOnPhone(columns);
  const rowLink = columns.find(({ to }) => to);
  return (
    <div className={classes['frame']}>
      <Table
        className={classes['table']}
        aria-label={name}
        aria-busy={!rows || isStale}
        data-stale={isStale || undefined}
        highlightOnHover
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.name} column={column} sorting={sorting} />
            ))}
            {actions && <Table.Td />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <Table.Tr key={getKey(row)}>
              {columns.map((column, nth) => (
                <Table.Td
                  key={column.name}
                  data-label={column.name}
                  data-phone={places[nth]}
                  data-number={column.isNumber}
                  data-code={column.isCode}
                  data-name={column.isName}
                  data-address={column.isAddress}
                  data-one-line={column.isOneLine}
                >
                  <div>
                    {column.to ? (
                      <TextLink to={column.to(row)} data-row-link={column === rowLink || undefined}>
                        {column.cell(row)}
                      </TextLink>
                    ) : (
                      column.cell(row)
                    )}
                  </div>
                </Table.Td>
              ))}
              {actions && (
                <Table.Td data-phone="actions">
                  <Group gap="xs" justify="flex-end" className={classes['actions']}>
                    {actions(row)}
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          )) ?? <SkeletonRows columns={columns.length} />}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** The first link is the title of a card, or else the first column. */
function placeOnPhone<T>(columns: readonly Column<T>[]): readonly (PhonePlace | undefined)[] {
  const title =
    columns.find(({ phone }) => phone === 'title') ?? columns.find(({ to }) => to) ?? columns[0];
  return columns.map((column) => {
    if (column === title) return 'title';
    return column.phone ?? (column.name === 'Status' ? 'status' : undefined);
  });
}

const SKELETON_PLACES = ['title', 'plain', 'plain'] as const;

const SkeletonRows = ({ columns }: { readonly columns: number }) =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_cell, column) => (
        <Table.Td key={column} data-phone={SKELETON_PLACES[column] ?? 'hidden'}>
          <Skeleton height={14} my={4} width={column === 0 ? '70%' : 80} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
