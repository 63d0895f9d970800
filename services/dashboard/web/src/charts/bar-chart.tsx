import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import classes from './charts.module.css';
import { ChartTable } from './chart-table';
import { Grid } from './grid';
import { createTicks } from './ticks';

export interface Series {
  readonly name: string;
  /** `good`, `bad` and `waiting` use the colors of statuses. */
  readonly tone: 'first' | 'second' | 'good' | 'bad' | 'waiting';
}

export interface Bar {
  /** The full name, such as a whole date. */
  readonly name: string;
  /** Shown below the bar where there is room. */
  readonly shortName: string;
  /** One value per series, 0 or more. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly name: string;
  readonly barName: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  /** Shown when all values are 0. */
  readonly none?: string | undefined;
  readonly height?: number;
}

const DEFAULT_HEIGHT = 180;
const SPACE = { top: 12, right: 4, bottom: 24, left: 44 } as const;
const TICK_WIDTH = 64;
const MAX_TICKS = 4;

const format = (value: number): string => value.toLocaleString('en');

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** A stacked bar chart with its values as a table, for screen readers and exact numbers. */
export function BarChart({
  name,
  barName,
  series,
  bars,
  none,
  height = DEFAULT_HEIGHT,
}: BarChartProps) {
  const { ref, width } = useElementSize();
  const totals = series.map((_, at) => sum(bars.map(({ values }) => values[at] ?? 0)));
  const summary = series
    .map(({ name: kind }, at) => `${kind} ${format(totals[at] ?? 0)}`)
    .join(', ');
  return (
    <figure className={classes['chart']} aria-label={name}>
      <Group gap="md" mb="xs">
        {series.map(({ name: kind, tone }, at) => (
          <Group key={kind} gap={6} wrap="nowrap">
            <span className={classes['key']} data-tone={tone} aria-hidden="true" />
            <Text size="sm">
              {kind} <strong>{format(totals[at] ?? 0)}</strong>
            </Text>
          </Group>
        ))}
      </Group>
      <div ref={ref} className={classes['drawing']} style={{ height }}>
        {width > 0 && (
          <Drawing {...{ width, height, series, bars, none }} label={`${name}: ${summary}`} />
        )}
      </div>
      <ChartTable
        name={name}
        columns={[barName, ...series.map(({ name: kind }) => kind)]}
        rows={() => bars.toReversed().map((bar) => [bar.name, ...bar.values.map(format)])}
      />
    </figure>
  );
}

interface DrawingProps extends Pick<BarChartProps, 'series' | 'bars' | 'none'> {
  readonly width: number;
  readonly height: number;
  readonly label: string;
}

function Drawing({ width, height, series, bars, none, label }: DrawingProps) {
  const highest = Math.max(...bars.map(({ values }) => sum(values)));
  const ticks = highest === 0 ? [0] : createTicks(0, highest, MAX_TICKS).filter(Number.isInteger);
  const high = ticks.at(-1) || 1;
  const right = width - SPACE.right;
  const bottom = height - SPACE.bottom;
  const step = (right - SPACE.left) / bars.length;
  const thickness = Math.max(1, step * 0.72);
  const y = (value: number): number => bottom - ((bottom - SPACE.top) * value) / high;
  const everyNth = Math.max(1, Math.ceil(TICK_WIDTH / step));
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <Grid values={ticks} y={y} left={SPACE.left} right={right} />
      {highest === 0 && (
        <text x={(SPACE.left + right) / 2} y={bottom / 2} textAnchor="middle">
          {none}
        </text>
      )}
      {bars.map((bar, position) => {
        const middle = SPACE.left + step * (position + 0.5);
        // The last bar is the present one, so labels are counted from it.
        const hasTick = (bars.length - 1 - position) % everyNth === 0;
        const isCrowdedAtEnd = position === bars.length - 1 && everyNth > 1;
        return (
          <g key={bar.name}>
            <title>{toTitle(bar, series)}</title>
            {series.map(({ name: kind, tone }, at) => {
              const below = sum(bar.values.slice(0, at));
              const top = y(below + (bar.values[at] ?? 0));
              return (
                <rect
                  key={kind}
                  className={classes['bar']}
                  data-tone={tone}
                  x={middle - thickness / 2}
                  width={thickness}
                  y={top}
                  height={y(below) - top}
                />
              );
            })}
            {hasTick && (
              <text
                x={isCrowdedAtEnd ? right : middle}
                y={height - 6}
                textAnchor={isCrowdedAtEnd ? 'end' : 'middle'}
              >
                {bar.shortName}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const toTitle = ({ name, values }: Bar, series: readonly Series[]): string =>
  [name, ...series.map((kind, at) => `${kind.name} ${format(values[at] ?? 0)}`)].join('\n');
