import type { Placement } from './placement';

const MINUTE_MS = 60_000;

/** Such as `2 h 30 min`; empty unless both times are known. */
export function formatDuration({
  scheduled_start: start,
  scheduled_end: end,
}: Pick<Placement, 'scheduled_start' | 'scheduled_end'>): string {
  if (start === null || end === null) return '';
  const total = Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS);
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ');
}
