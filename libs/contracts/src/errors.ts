import { MAX_ERRORS } from './limits';

export const ERROR_STATUS = {
  bad_request: 400,
  invalid_json: 400,
  validation_failed: 400,
  invalid_status_transition: 400,
  meter_not_found: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_scope: 403,
  feature_not_available: 403,
  not_found: 404,
  item_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  customer_duplicate_contact: 409,
  customer_soft_deleted_conflict: 409,
  duplicate_external_id: 409,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  rate_limit_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  missing_part_number: 400,
  missing_part_name: 400,
  duplicate_part_number: 400,
  warehouse_required: 400,
  invalid_part_number: 400,
  invalid_part_name: 400,
  no_fields: 400,
  missing_location_id: 400,
  missing_quantity: 400,
  missing_reason: 400,
  invalid_quantity: 400,
  location_not_found: 400,
  insufficient_stock: 400,
  missing_item_id: 400,
  missing_from_location_id: 400,
  missing_to_location_id: 400,
  same_location: 400,
  from_location_not_found: 400,
  to_location_not_found: 400,
  no_stock: 400,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** `details` become part of the error body. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** @throws not_found: `Asset not found.` */
export function requireFound<Found>(record: Found | null | undefined, kind: string): Found {
  if (record) return record;
  throw new DomainError('not_found', `${kind} not found.`);
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** `isAll` is false if the check stopped early. */
export function invalidFields(errors: readonly FieldError[], isAll = true): DomainError {
  const named = errors.slice(0, MAX_ERRORS);
  const sentences = named.map(({ message }) => message);
  const more = errors.length - named.length;
  if (more > 0) sentences.push(`And ${isAll ? '' : 'at least '}${more} more.`);
  else if (!isAll) sentences.push('Later fields were not checked.');
  return new DomainError('validation_failed', sentences.join(' '), { errors: named });
}

/** `message` is a whole sentence. */
export const invalidField = (field: string, message: string): DomainError =>
  invalidFields([{ field, message }]);

export function throwIfInvalid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidFields(errors);
}
