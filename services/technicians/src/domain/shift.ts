import { invalidField } from '@svc/contracts';
import type { Shift } from '../records';

/** @throws validation_failed unless each shift ends after it begins and none of a day overlap */
export function workingWeek(shifts: readonly Shift[]): Shift[] {
  const week = shifts.toSorted(
    (a, b) => a.dayOfWeek - b.dayOfWeek || (a.startTime < b.startTime ? -1 : 1),
  );
  for (const [at, { dayOfWeek, startTime, endTime }] of week.entries()) {
    if (endTime <= startTime) {
      throw invalidField(
        'schedule',
        `schedule has a shift that ends at ${endTime}, not after ${startTime}.`,
      );
    }
    const earlier = week[at - 1];
    if (earlier?.dayOfWeek === dayOfWeek && startTime < earlier.endTime) {
      throw invalidField(
        'schedule',
        `schedule has shifts of day ${dayOfWeek} that overlap at ${startTime}.`,
      );
    }
  }
  return week;
}
