/** The query of `GET request-log`. */
export interface LoggedRequestsQuery {
  readonly status?: StatusClass | undefined;
  readonly error?: LoggedError | undefined;
  readonly key_id?: number | undefined;
  readonly method?: RequestMethod | undefined;
  readonly request_id?: string | undefined;
  /** A text that the address holds. */
  readonly address?: string | undefined;
  /** Both inclusive; without an offset in the company's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET request-log`, the newest first, and `GET request-log/:request_id[?operation]`. */
export interface LoggedRequestAnswer {
  readonly request_id: string;
  /** Of a refused operation of a bulk: its place in `operations`, from 0. Null of a request by itself. */
  readonly operation: number | null;
  readonly time: string;
  readonly key_id: number;
  readonly key_name: string;
  readonly method: string;
  /** Path and query, without secrets. */
  readonly address: string;
  readonly status: number;
  readonly error: string | null;
  /** The first 2 KB, without secrets; null where there was none or it was not read. */
  readonly body: string | null;
}

/** One of `GET request-log/keys`: whose requests may be there, those that were revoked too. */
export interface LoggedKeyAnswer {
  readonly key_id: number;
  readonly name: string;
}

/** The methods of the API. */
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type RequestMethod = (typeof REQUEST_METHODS)[number];

/** The error codes that the API answers. */
export const ERROR_CODES = [
  'bad_request',
  'invalid_json',
  'validation_failed',
  'invalid_status_transition',
  'meter_not_found',
  'unauthorized',
  'forbidden',
  'insufficient_scope',
  'feature_not_available',
  'not_found',
  'item_not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'customer_duplicate_contact',
  'customer_soft_deleted_conflict',
  'duplicate_external_id',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'precondition_failed',
  'payload_too_large',
  'rate_limit_exceeded',
  'headers_too_large',
  'internal_error',
  'missing_part_number',
  'missing_part_name',
  'duplicate_part_number',
  'warehouse_required',
  'invalid_part_number',
  'invalid_part_name',
  'no_fields',
  'missing_location_id',
  'missing_quantity',
  'missing_reason',
  'invalid_quantity',
  'location_not_found',
  'insufficient_stock',
  'missing_item_id',
  'missing_from_location_id',
  'missing_to_location_id',
  'same_location',
  'from_location_not_found',
  'to_location_not_found',
  'no_stock',
] as const;

export type LoggedError = (typeof ERROR_CODES)[number];

/** Refused, and failed. */
export const STATUS_CLASSES = ['4xx', '5xx'] as const;

export type StatusClass = (typeof STATUS_CLASSES)[number];
