import { useElementSize } from '@mantine/hooks';
import { formatNumber } from '../shown/format-number';
import { useTimes } from '../shown/times';
import classes from './charts.module.css';
import { ChartTable } from './chart-table';
import { Grid } from './grid';
import { listDays, createTicks } from './ticks';

interface LineChartProps {
  readonly name: string;
  readonly valueName: string;
  readonly unit?: string | null;
  /** At least one, oldest first; `date` is YYYY-MM-DD. */
  readonly points: readonly { readonly date: string; readonly value: number }[];
  readonly limit?: { readonly name: string; readonly value: number } | undefined;
}

const HEIGHT = 220;
// Half a date label fits beside the first and the last point.
const SPACE = { top: 16, right: 44, bottom: 24, left: 56 } as const;
const TICK_WIDTH = 110;
const MAX_TICKS = 5;

/** A line chart with its values as a table, for screen readers and exact numbers. */
export function LineChart({ name, valueName, unit = null, points, limit }: LineChartProps) {
  const { ref, width } = useElementSize();
  const { date } = useTimes();
  const text = (value: number): string => formatNumber(value, unit);
  return (
    <figure className={classes['chart']} aria-label={name}>
      <div ref={ref} className={classes['drawing']} style={{ height: HEIGHT }}>
        {width > 0 && <Drawing {...{ width, points, limit, text }} label={summary()} />}
      </div>
      <ChartTable
        name={name}
        columns={['Date', valueName]}
        rows={() => points.toReversed().map((point) => [date(point.date), text(point.value)])}
      />
    </figure>
  );

  function summary(): string {
    const values = points.map(({ value }) => value);
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return name;
    const range = `from ${text(Math.min(...values))} to ${text(Math.max(...values))}`;
    return `${name}: ${range}, ${date(first.date)} to ${date(last.date)}, last ${text(last.value)}`;
  }
}

interface DrawingProps extends Pick<LineChartProps, 'points' | 'limit'> {
  readonly width: number;
  readonly label: string;
  readonly text: (value: number) => string;
}

function Drawing({ width, points, limit, label, text }: DrawingProps) {
  const { date } = useTimes();
  const times = points.map(({ date }) => Date.parse(date));
  const values = [...points.map(({ value }) => value), ...(limit ? [limit.value] : [])];
  const first = Math.min(...times);
  const last = Math.max(...times);
  const valueTicks = createTicks(Math.min(...values), Math.max(...values), MAX_TICKS);
  const low = valueTicks[0] ?? 0;
  const high = valueTicks.at(-1) ?? 1;
  const right = width - SPACE.right;
  const bottom = HEIGHT - SPACE.bottom;
  // Points of a single day stand in the middle.
  const x = (time: number): number =>
    SPACE.left + (right - SPACE.left) * (last > first ? (time - first) / (last - first) : 0.5);
  const y = (value: number): number =>
    bottom - ((bottom - SPACE.top) * (value - low)) / (high - low);
  const mostDays = Math.max(2, Math.floor((right - SPACE.left) / TICK_WIDTH));
  const positions = points.map((point, position) => ({
    ...point,
    x: x(times[position] ?? first),
    y: y(point.value),
  }));
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label}>
      <Grid values={valueTicks} y={y} left={SPACE.left} right={right} />
      {listDays(first, last, mostDays).map((time) => (
        <text key={time} x={x(time)} y={HEIGHT - 6} textAnchor="middle">
          {date(new Date(time).toISOString())}
        </text>
      ))}
      {limit && (
        <g className={classes['limit']}>
          <line x1={SPACE.left} x2={right} y1={y(limit.value)} y2={y(limit.value)} />
          <text x={right} y={y(limit.value) - 5} textAnchor="end">
            {limit.name} {text(limit.value)}
          </text>
        </g>
      )}
      <polyline
        className={classes['line']}
        points={positions.map((it) => `${it.x},${it.y}`).join(' ')}
      />
      {positions.map((place, position) => (
        <circle key={position} className={classes['point']} cx={place.x} cy={place.y} r={3}>
          <title>
            {date(place.date)}: {text(place.value)}
          </title>
        </circle>
      ))}
    </svg>
  );
}
