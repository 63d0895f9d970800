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

export const MAX_BODY_BYTES = 1024 * 1024;
/** Chunks, or reads from the socket for a body without chunks. */
export const MAX_BODY_CHUNKS = 4_096;
export const MAX_JSON_DEPTH = 32;
/** Objects, arrays, strings, numbers, booleans and nulls in a body. */
export const MAX_JSON_VALUES = 20_000;

/** Digits of all numbers in a body; long numbers are slow to parse. */
export const MAX_JSON_DIGITS = 200_000;
export const MAX_ARRAY_ITEMS = 500;
/** Some ten milliseconds of checks. */
export const MAX_BATCH_ENTRIES = 50;
/** Items in the arrays inside those entries, as `countArrayItems` counts them. */
export const MAX_BATCH_ITEMS = 500;
export const MAX_BULK_OPERATIONS = 100;
export const MAX_ERRORS = 50;
/** Between services. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
export const MAX_URL_BYTES = 8 * 1024;
export const MAX_QUERY_BYTES = 8 * 1024;
export const MAX_QUERY_PARAMETERS = 100;
export const MAX_HEADER_FIELDS_BYTES = 16 * 1024;
export const MAX_HEADER_FIELDS = 100;
