import { invalidField } from '@svc/contracts';

/** A part of the working week; Monday is day 1 and times are HH:MM:SS of the company's clock. */
export interface Shift {
  readonly dayOfWeek: number;
  readonly startTime: string;
  readonly endTime: string;
  readonly isAvailable: boolean;
}

/** A technician's week in order; shifts end after they began, and those of a day do not overlap. */
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
