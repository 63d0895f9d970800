import { Table, UnstyledButton } from '@mantine/core';
import type { ListedRecords } from './use-records';

export type Sorting = Pick<ListedRecords<unknown, string>, 'filters' | 'filter'>;

interface HeaderCellProps {
  readonly column: {
    readonly name: string;
    readonly width?: string;
    readonly isNumber?: boolean;
    readonly sort?: string;
  };
  /** Absent where rows cannot be sorted. */
  readonly sorting: Sorting | undefined;
}

export function HeaderCell({ column, sorting }: HeaderCellProps) {
  const { name, width, isNumber, sort } = column;
  const isSortable = sort !== undefined && sorting !== undefined;
  const current = sorting?.filters['sort'];
  const order = isSortable
    ? ORDERS.find((each) => current === `${each.sign}${toField(sort)}`)
    : undefined;
  return (
    <Table.Th w={width} data-number={isNumber} aria-sort={order?.name}>
      {isSortable ? (
        <UnstyledButton
          onClick={() => sorting.filter({ sort: order ? reverse(current ?? sort) : sort })}
        >
          {name}
          {order && <span aria-hidden> {order.arrow}</span>}
        </UnstyledButton>
      ) : (
        name
      )}
    </Table.Th>
  );
}

const ORDERS = [
  { sign: '', name: 'ascending', arrow: '↑' },
  { sign: '-', name: 'descending', arrow: '↓' },
] as const;

const toField = (sort: string): string => sort.replace(/^-/, '');

const reverse = (sort: string): string => (sort.startsWith('-') ? toField(sort) : `-${sort}`);
