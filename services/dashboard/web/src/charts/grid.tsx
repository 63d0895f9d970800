import classes from './charts.module.css';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 3 });

interface GridProps {
  readonly values: readonly number[];
  /** Converts a value to a height in the drawing. */
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
}

export const Grid = ({ values, y, left, right }: GridProps) =>
  values.map((value) => (
    <g key={value}>
      <line className={classes['grid']} x1={left} x2={right} y1={y(value)} y2={y(value)} />
      <text x={left - 8} y={y(value)} dy="0.32em" textAnchor="end">
        {COMPACT.format(value)}
      </text>
    </g>
  ));
