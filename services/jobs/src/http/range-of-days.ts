import { startOfNextLocalDay } from '@svc/kernel';
import type { Range } from '../persistence/jobs-during';

/** Ends at the start of the day after the last; days may have 23 or 25 hours. */
export function rangeOfDays(from: Date, days: number, zone: string): Range {
  let until = from;
  for (let day = 1; day <= days; day += 1) until = startOfNextLocalDay(until, zone);
  return { from, until };
}
