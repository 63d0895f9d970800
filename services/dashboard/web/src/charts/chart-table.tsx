import { Table } from '@mantine/core';
import { useState } from 'react';
import classes from './charts.module.css';

interface ChartTableProps {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: () => readonly (readonly string[])[];
}

/** The values of a chart, for screen readers and exact numbers. */
export function ChartTable({ name, columns, rows }: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen && (
        // Focusable, because it scrolls.
        <div className={classes['values']} tabIndex={0} role="group" aria-label={`${name}: values`}>
          <Table aria-label={name}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column, at) => (
                  <Table.Th key={column} ta={at === 0 ? 'left' : 'right'}>
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows().map((cells, position) => (
                <Table.Tr key={position}>
                  {cells.map((cell, at) => (
                    <Table.Td key={columns[at]} ta={at === 0 ? 'left' : 'right'}>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </details>
  );
}
