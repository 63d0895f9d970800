import { useTimes } from '../../shown/times';
import { toSpan } from './placement';
import type { Scale } from './scale';
import classes from './schedule.module.css';
import type { DropTarget } from './use-drop-target';

interface DropPreviewProps {
  readonly target: DropTarget;
  readonly scale: Scale;
  readonly top: number;
  readonly height: number;
}

export function DropPreview({ target: { to, warnings }, scale, top, height }: DropPreviewProps) {
  const { timeRange } = useTimes();
  const span = toSpan(to);
  if (!span) return null;
  return (
    <div
      className={classes['target']}
      style={{ transform: `translateY(${top}px)`, height }}
      aria-hidden="true"
    >
      <div style={scale.toExtent(span)} data-warns={warnings.length > 0 || undefined}>
        {timeRange(span.start, span.end)}
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  );
}
