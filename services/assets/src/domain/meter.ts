import type { ApplyOutcome } from '@svc/contracts';
import { toLocalDate, startOfNextLocalDay } from '@svc/kernel';
import type { Meter } from '../records/meter';

export type MeterWithThreshold = Meter & { readonly threshold: number };

export interface SavedMeter {
  readonly meter: Meter;
  readonly outcome: ApplyOutcome;
}

/** Tomorrow is accepted: a client's day may be one ahead of the company's. */
export const isAhead = (readingDate: string, at: Date, zone: string): boolean =>
  readingDate > toLocalDate(startOfNextLocalDay(at, zone), zone);

export const reachesThreshold = (meter: Meter, value: number): meter is MeterWithThreshold =>
  meter.threshold !== null && value >= meter.threshold;
