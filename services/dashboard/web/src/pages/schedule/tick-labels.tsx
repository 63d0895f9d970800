import { memo } from 'react';
import { useTimes } from '../../shown/times';
import type { Scale } from './scale';

interface TickLabelsProps {
  readonly scale: Scale;
  readonly isDay: boolean;
  readonly today: number;
}

export const TickLabels = memo(function TickLabels({ scale, isDay, today }: TickLabelsProps) {
  const { hour, day } = useTimes();
  return scale.ticks.map(({ at, instant }, index) => (
    <span
      key={at}
      role={isDay ? undefined : 'columnheader'}
      aria-current={!isDay && index === today ? 'date' : undefined}
      style={{ left: at, width: scale.width / scale.ticks.length }}
    >
      {isDay ? hour(instant) : day(instant)}
    </span>
  ));
});
