import type { Outcome } from '@svc/contracts';
import { localDate, startOfNextLocalDay } from '@svc/kernel';

/** A counter or gauge on an asset, configured by the operator. */
export interface Meter {
  readonly companyId: number;
  readonly id: number;
  readonly assetId: number;
  readonly name: string;
  readonly unit: string | null;
  /** A reading of at least this much calls for service; null for a meter that is only recorded. */
  readonly threshold: number | null;
}

export type MeterWithThreshold = Meter & { readonly threshold: number };

/** What people and the operator decide about a meter. */
export type MeterContent = Pick<Meter, 'name' | 'unit' | 'threshold'>;

/** A meter by its name; what is absent stays as it is. */
export interface MeterInput extends Pick<Meter, 'name'> {
  readonly unit?: string | null | undefined;
  readonly threshold?: number | null | undefined;
}

/** A meter as it is now, and what became of it. */
export interface SavedMeter {
  readonly meter: Meter;
  readonly outcome: Outcome;
}

export interface MeterReading {
  readonly companyId: number;
  readonly id: number;
  readonly meterId: number;
  readonly readingValue: number;
  /** YYYY-MM-DD. */
  readonly readingDate: string;
  readonly createdAt: Date;
}

/** Whether a reading is dated after the day after `at`; a client's own day may be one ahead of the company's. */
export const isAhead = (readingDate: string, at: Date, zone: string): boolean =>
  readingDate > localDate(startOfNextLocalDay(at, zone), zone);

/** Whether a reading reaches the meter's threshold. */
export const reachesThreshold = (meter: Meter, value: number): meter is MeterWithThreshold =>
  meter.threshold !== null && value >= meter.threshold;

/** A reading before the database has given it an id. */
export type ReadingDraft = Omit<MeterReading, 'id'>;
