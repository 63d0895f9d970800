/** A reading at or above its meter's threshold. */
export interface ReachedReading {
  readonly meter_id: number;
  readonly meter_name: string;
  readonly unit: string | null;
  readonly threshold: number;
  readonly reading_id: number;
  readonly reading_value: number;
  /** `YYYY-MM-DD` */
  readonly reading_date: string;
}

export interface ThresholdEventExtras {
  readonly meter_reading: ReachedReading;
}
