/** What an event of a reading at or above its meter's threshold says of the reading. */
export interface ReachedReading {
  readonly meter_id: number;
  readonly meter_name: string;
  readonly unit: string | null;
  readonly threshold: number;
  readonly reading_id: number;
  readonly reading_value: number;
  /** A day, as `YYYY-MM-DD`. */
  readonly reading_date: string;
}

/** What receivers of webhooks get of it beside the asset. */
export interface BesideReachedAsset {
  readonly meter_reading: ReachedReading;
}
