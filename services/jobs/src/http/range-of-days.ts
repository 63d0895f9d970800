import { startOfNextLocalDay } from '@svc/kernel';
import type { Range } from '../persistence/jobs-during';

/** Ends at the start of the day after the last; days may have 23 or 25 hours. */
export function toRangeOfDays(from: Date, days: number, zone: string): Range {
  let until = from;
  for (let day = 1; day <= days; day += 1) until = startOfNextLocalDay(until, zone);
  return { from, until };
}

const BEFORE_ALL = new Date('0001-01-02T00:00:00Z');
const AFTER_ALL = new Date('+010000-01-02T00:00:00Z');

/** Undefined where both ends are open. */
export const toRange = (from: Date | undefined, until: Date | undefined): Range | undefined =>
  from || until ? { from: from ?? BEFORE_ALL, until: until ?? AFTER_ALL } : undefined;
