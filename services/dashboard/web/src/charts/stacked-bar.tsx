import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChartTable } from './chart-table';
import classes from './charts.module.css';

export interface StackedPart {
  readonly name: string;
  readonly value: number;
  /** A CSS color. */
  readonly color: string;
}

interface StackedBarProps {
  readonly name: string;
  readonly partName: string;
  readonly valueName: string;
  readonly parts: readonly StackedPart[];
  /** Replaces a part's name and value in the key, such as by a link. */
  readonly renderPart?: (part: StackedPart) => ReactNode;
}

const format = (value: number): string => value.toLocaleString('en');

/** One horizontal bar of parts with its values as a table. Parts of 0 are left out. */
export function StackedBar({ name, partName, valueName, parts, renderPart }: StackedBarProps) {
  const shown = parts.filter(({ value }) => value > 0);
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  const summary = shown.map((part) => `${part.name} ${format(part.value)}`).join(', ');
  return (
    <figure className={classes['chart']} aria-label={name}>
      <Progress.Root size={18} radius="sm" role="img" aria-label={`${name}: ${summary || 'none'}`}>
        {shown.map(({ name: part, value, color }) => (
          <Progress.Section
            key={part}
            className={classes['part'] ?? ''}
            withAria={false}
            value={(100 * value) / total}
            color={color}
            title={`${part} ${format(value)}`}
          />
        ))}
      </Progress.Root>
      <ul className={classes['keys']}>
        {shown.map((part) => (
          <li key={part.name}>
            <span
              className={classes['key']}
              style={{ background: part.color }}
              aria-hidden="true"
            />
            {renderPart?.(part) ?? (
              <Text size="sm">
                {part.name} <strong>{format(part.value)}</strong>
              </Text>
            )}
          </li>
        ))}
      </ul>
      <ChartTable
        name={name}
        columns={[partName, valueName]}
        rows={() => shown.map((part) => [part.name, format(part.value)])}
      />
    </figure>
  );
}
