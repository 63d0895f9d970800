import classes from './charts.module.css';

interface SparklineProps {
  readonly name: string;
  /** Oldest first. */
  readonly values: readonly number[];
}

const WIDTH = 72;
const HEIGHT = 20;

/** Bars without axes, for a row of a table. */
export function Sparkline({ name, values }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const step = WIDTH / values.length;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={name}>
      <title>{name}</title>
      {values.map((value, position) => {
        const height = value === 0 ? 1 : Math.max(2, (HEIGHT * value) / highest);
        return (
          <rect
            key={position}
            className={classes['bar']}
            data-tone="first"
            opacity={value === 0 ? 0.4 : undefined}
            x={step * position}
            width={step * 0.72}
            y={HEIGHT - height}
            height={height}
          />
        );
      })}
    </svg>
  );
}
