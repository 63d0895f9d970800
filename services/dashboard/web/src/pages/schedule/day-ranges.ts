import type { CompanyClock } from '../../shown/company-clock';
import { addDays, isDate } from './days';
import type { Span } from './scale';

export interface DayRange {
  readonly from: string;
  readonly days: number;
}

const DAY_MS = 86_400_000;
const MAX_DAYS_PER_RANGE = 7;
/** Later days of a longer span are left out. */
const MAX_RANGES_PER_SPAN = 8;

/** Covers the calendar days of some spans; no range is listed twice. */
export function listDayRanges(spans: readonly Span[], clock: CompanyClock): readonly DayRange[] {
  const ranges = new Map<string, DayRange>();
  for (const { start, end } of spans) {
    const first = clock.dateAt(start);
    const last = clock.dateAt(Math.max(start, end - 1));
    if (!isDate(first) || !isDate(last)) continue;
    const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
    for (let range = 0; range < MAX_RANGES_PER_SPAN; range += 1) {
      const skipped = range * MAX_DAYS_PER_RANGE;
      if (skipped >= count) break;
      const from = addDays(first, skipped);
      const days = Math.min(MAX_DAYS_PER_RANGE, count - skipped);
      ranges.set(`${from} ${days}`, { from, days });
    }
  }
  return [...ranges.values()];
}
