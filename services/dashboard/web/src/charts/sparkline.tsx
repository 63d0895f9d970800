import { ChartTable } from './chart-table';
import classes from './charts.module.css';

interface SparklineProps {
  readonly name: string;
  readonly pointName: string;
  readonly valueName: string;
  /** Oldest first; values are 0 or more. */
  readonly points: readonly { readonly name: string; readonly value: number }[];
  /** False where there is no room, such as in a row of a table. */
  readonly hasTable?: boolean;
}

const WIDTH = 120;
const HEIGHT = 28;
const MARGIN = 2;

const format = (value: number): string => value.toLocaleString('en');

/** A line without axes that shows a trend at a glance. */
export function Sparkline({ name, pointName, valueName, points, hasTable = true }: SparklineProps) {
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const step = (WIDTH - 2 * MARGIN) / Math.max(points.length - 1, 1);
  const y = (value: number): number => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * value) / highest;
  const label = describe(name, points);
  return (
    <figure className={classes['chart']} aria-label={name}>
      <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
        <title>{label}</title>
        <polyline
          className={classes['line']}
          points={points.map(({ value }, at) => `${MARGIN + at * step},${y(value)}`).join(' ')}
        />
      </svg>
      {hasTable && (
        <ChartTable
          name={name}
          columns={[pointName, valueName]}
          rows={() => points.toReversed().map((point) => [point.name, format(point.value)])}
        />
      )}
    </figure>
  );
}

function describe(name: string, points: SparklineProps['points']): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${name}: none`;
  const values = points.map(({ value }) => value);
  const total = values.reduce((sum, value) => sum + value, 0);
  return `${name}: ${format(total)} from ${first.name} to ${last.name}, at most ${format(Math.max(...values))}, last ${format(last.value)}`;
}
