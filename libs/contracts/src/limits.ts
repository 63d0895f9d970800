export type Tier = 'list' | 'record' | 'write' | 'technicianList' | 'technicianGet';

/** The manifest's `limits` overrides them. */
export const DEFAULT_LIMITS = {
  list_reads_per_minute: 300,
  record_reads_per_minute: 240,
  writes_per_minute: 120,
  technician_list_per_minute: 60,
  technician_get_per_minute: 120,
  reads_per_day: 50_000,
  writes_per_day: 1_000,
  key_writes_per_day: 500,
  refused_per_minute: 1_200,
} as const;

export type LimitName = keyof typeof DEFAULT_LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

export const TIER_LIMIT: Readonly<Record<Tier, LimitName>> = {
  list: 'list_reads_per_minute',
  record: 'record_reads_per_minute',
  write: 'writes_per_minute',
  technicianList: 'technician_list_per_minute',
  technicianGet: 'technician_get_per_minute',
};

/** Per client address, in a rolling minute. */
export const FAILED_AUTHENTICATIONS_PER_MINUTE = 60;

export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Chunks, or reads from the socket for a body without chunks. */
export const BODY_PIECES_LIMIT = 4_096;
export const JSON_DEPTH_LIMIT = 32;
/** Objects, arrays, strings, numbers, booleans and nulls in a body. */
export const JSON_VALUES_LIMIT = 20_000;

/** Digits of all numbers in a body; long numbers are slow to parse. */
export const JSON_DIGITS_LIMIT = 200_000;
export const ARRAY_LIMIT = 500;
/** Some ten milliseconds of checks. */
export const BATCH_LIMIT = 50;
/** Items in the arrays inside those entries, as `countArrayItems` counts them. */
export const BATCH_ITEMS_LIMIT = 500;
export const BULK_LIMIT = 100;
export const ERRORS_LIMIT = 50;
/** Between services. */
export const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
export const URL_LIMIT_BYTES = 8 * 1024;
export const QUERY_LIMIT_BYTES = 8 * 1024;
export const QUERY_PARAMETERS_LIMIT = 100;
export const HEADER_LIMIT_BYTES = 16 * 1024;
export const HEADER_COUNT_LIMIT = 100;
