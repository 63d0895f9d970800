/** A field that a change touched, by its name in the API. */
export interface FieldChangeAnswer {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What a technician, a location or an asset type is called now; null where that is not known. */
  readonly name_before?: string | null;
  readonly name_after?: string | null;
}

/**
 * One of `GET jobs/:id/history`, and of customers and assets alike, the newest first; the last one is
 * the record's creation.
 */
export interface HistoryAnswer {
  readonly version: number;
  readonly time: string;
  /** `ui`, `scheduled` or `api_key:<id>`. */
  readonly source: string;
  /** The person or the key by name; null where nobody kept it. */
  readonly who: string | null;
  readonly changes: readonly FieldChangeAnswer[];
  /** Of a customer's history, where a location of the customer was changed. */
  readonly location_id?: number | null;
  readonly location_name?: string | null;
}
