/** The short-window limit that a request counts against, per key. */
export type Tier = 'list' | 'record' | 'write' | 'technicianList' | 'technicianGet';

/** The allowances of a company; the manifest's `limits` overrides any of them. */
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

/** Failed authentications per client address in a rolling minute. */
export const FAILED_AUTHENTICATIONS_PER_MINUTE = 60;

export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Chunks, or what one read brings of a body that is not in chunks. */
export const BODY_PIECES_LIMIT = 4_096;
export const JSON_DEPTH_LIMIT = 32;
/** Objects, arrays, strings, numbers, booleans and nulls of one body. */
export const JSON_VALUES_LIMIT = 20_000;

/** Digits of all numbers in a body: one that has many takes as long to read as a hundred short ones. */
export const JSON_DIGITS_LIMIT = 200_000;
/** Items of any array of a body that is read. */
export const ARRAY_LIMIT = 500;
/** Entries of one kind that the operator may send in one call: some ten milliseconds of checks. */
export const BATCH_LIMIT = 50;
/** Items of the arrays inside those entries, all together, as `itemsInside` counts them. */
export const BATCH_ITEMS_LIMIT = 500;
/** Operations of one bulk. */
export const BULK_LIMIT = 100;
/** Entries of `errors` in a refusal. */
export const ERRORS_LIMIT = 50;
/** Of one service to another or to the gateway: a larger one counts as none. */
export const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;
export const URL_LIMIT_BYTES = 8 * 1024;
export const QUERY_LIMIT_BYTES = 8 * 1024;
export const QUERY_PARAMETERS_LIMIT = 100;
export const HEADER_LIMIT_BYTES = 16 * 1024;
export const HEADER_COUNT_LIMIT = 100;
