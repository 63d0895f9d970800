import { Progress, Text } from '@mantine/core';
import { ChartTable } from './chart-table';
import classes from './charts.module.css';

interface LevelBarProps {
  readonly value: number;
  /** Null: there is none, and the bar has no mark. */
  readonly minimum: number | null;
}

const format = (value: number): string => value.toLocaleString('en');

const describe = ({ value, minimum }: LevelBarProps): string =>
  minimum === null
    ? `${format(value)} on hand`
    : `${format(value)} on hand, minimum ${format(minimum)}`;

/** How much is on hand, with a mark at the minimum. `highest` is the value of a full bar. */
export function LevelBar({
  value,
  minimum,
  highest = Math.max(value, 2 * (minimum ?? 0), 1),
}: LevelBarProps & { readonly highest?: number }) {
  const toPercent = (amount: number): number => (100 * Math.min(amount, highest)) / highest;
  const isLow = minimum !== null && value <= minimum;
  const label = describe({ value, minimum });
  return (
    <div className={classes['level']} role="img" aria-label={label} title={label}>
      <Progress.Root size={10} radius="sm">
        <Progress.Section
          withAria={false}
          value={toPercent(Math.max(value, 0))}
          color={isLow ? 'red' : 'pine'}
        />
      </Progress.Root>
      {minimum !== null && <span style={{ left: `${toPercent(minimum)}%` }} />}
    </div>
  );
}

interface LevelBarsProps {
  readonly name: string;
  readonly rowName: string;
  readonly rows: readonly (LevelBarProps & { readonly name: string })[];
}

/** One bar per row, all to the same scale, with their values as a table. */
export function LevelBars({ name, rowName, rows }: LevelBarsProps) {
  const highest = Math.max(1, ...rows.flatMap((row) => [row.value, 2 * (row.minimum ?? 0)]));
  return (
    <figure className={classes['chart']} aria-label={name}>
      <ul className={classes['levels']}>
        {rows.map((row) => (
          <li key={row.name}>
            <Text span size="sm">
              {row.name}
            </Text>
            <LevelBar value={row.value} minimum={row.minimum} highest={highest} />
            <Text span size="sm" c="dimmed">
              {describe(row)}
            </Text>
          </li>
        ))}
      </ul>
      <ChartTable
        name={name}
        columns={[rowName, 'On hand', 'Minimum']}
        rows={() =>
          rows.map((row) => [
            row.name,
            format(row.value),
            row.minimum === null ? '–' : format(row.minimum),
          ])
        }
      />
    </figure>
  );
}
