import { Table } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { formatQuantity } from '../shown/format-quantity';
import { useTimes } from '../shown/times';
import classes from './charts.module.css';
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
  const text = (value: number): string => formatQuantity(value, unit);
  const [isTableOpen, setTableOpen] = useState(false);
  return (
    <figure className={classes['chart']} aria-label={name}>
      <div ref={ref} className={classes['drawing']} style={{ height: HEIGHT }}>
        {width > 0 && <Drawing {...{ width, points, limit, text }} label={summary()} />}
      </div>
      <details onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
        <summary>Show as table</summary>
        {isTableOpen && <Values {...{ name, valueName, points, text }} />}
      </details>
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

interface ValuesProps extends Pick<LineChartProps, 'name' | 'valueName' | 'points'> {
  readonly text: (value: number) => string;
}

/** Focusable, because it scrolls. */
function Values({ name, valueName, points, text }: ValuesProps) {
  const { date } = useTimes();
  return (
    <div className={classes['values']} tabIndex={0} role="group" aria-label={`${name}: values`}>
      <Table aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th ta="right">{valueName}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map((point, position) => (
            <Table.Tr key={position}>
              <Table.Td>{date(point.date)}</Table.Td>
              <Table.Td ta="right">{text(point.value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
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
