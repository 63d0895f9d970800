import { startOfNextLocalDay } from '@svc/kernel';
import type { Range } from '../persistence/jobs-during';

/** From the start of the first day to that of the day after the last, which may have 23 hours. */
export function rangeOfDays(from: Date, days: number, zone: string): Range {
  let until = from;
  for (let day = 1; day <= days; day += 1) until = startOfNextLocalDay(until, zone);
  return { from, until };
}
