import type { Outcome } from '@svc/contracts';
import { localDate, startOfNextLocalDay } from '@svc/kernel';
import type { Meter } from '../records/meter';

export type MeterWithThreshold = Meter & { readonly threshold: number };

/** A meter as it is now, and what became of it. */
export interface SavedMeter {
  readonly meter: Meter;
  readonly outcome: Outcome;
}

/** Whether a reading is dated after the day after `at`; a client's own day may be one ahead of the company's. */
export const isAhead = (readingDate: string, at: Date, zone: string): boolean =>
  readingDate > localDate(startOfNextLocalDay(at, zone), zone);

/** Whether a reading reaches the meter's threshold. */
export const reachesThreshold = (meter: Meter, value: number): meter is MeterWithThreshold =>
  meter.threshold !== null && value >= meter.threshold;
