import { Progress } from '@mantine/core';
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
