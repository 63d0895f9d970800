import type { ErrorCode } from '../../../../contract/values';

/** Tells the integrator what to do about each error code of the API. */
export const ERROR_REMEDIES: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'Send well-formed HTTP with an address of at most 8 KiB.',
  invalid_json: 'Send the body as valid JSON in UTF-8.',
  validation_failed: 'Correct the fields named below and send the request again.',
  invalid_status_transition: 'Read the record and choose a status that can follow its current one.',
  meter_not_found: "List the asset's meters and use one of their ids.",
  unauthorized: 'Send a valid key in the header X-API-Key, or create a new key.',
  forbidden: "Add the app's address to the allowed addresses of the key.",
  insufficient_scope: 'Give the key the missing scope, or use a key that has it.',
  feature_not_available: 'Ask your platform operator for the plan or feature named in the message.',
  not_found: 'Check the address and the id. Deleted records are not found either.',
  item_not_found: 'Check the item id. List items to find it.',
  method_not_allowed: 'Use one of the methods in the Allow header of the response.',
  request_timeout: 'Send the whole request within 30 seconds, with a smaller body if need be.',
  conflict: 'Read the record again, apply your change to it and send its current version.',
  customer_duplicate_contact: 'Update the customer that has this e-mail or phone number instead.',
  customer_soft_deleted_conflict: 'Restore the removed customer, or use another e-mail or phone.',
  duplicate_external_id: 'Update the record that has this external_id, or choose another one.',
  idempotency_key_reused: 'Use a new Idempotency-Key for each different request.',
  idempotency_in_progress: 'Wait for the first request to finish, then send it again.',
  precondition_failed: 'Read the record again and send its current ETag in If-Match.',
  payload_too_large: 'Keep the body below 1 MiB. Split it into several requests.',
  rate_limit_exceeded: 'Wait for the seconds in Retry-After, then send the request again.',
  headers_too_large: 'Send fewer or shorter headers: at most 100 and 16 KiB.',
  internal_error: 'Try again later. If it keeps failing, send us the request ID.',
  missing_part_number: 'Send part_number.',
  missing_part_name: 'Send part_name.',
  duplicate_part_number: 'Update the item that has this part number, or choose another one.',
  warehouse_required: 'Send warehouse_id of an active location, or leave out quantity_on_hand.',
  invalid_part_number: 'Send a part_number that is not empty, or leave it out.',
  invalid_part_name: 'Send a part_name that is not empty, or leave it out.',
  no_fields: 'Send at least one field to change.',
  missing_location_id: 'Send location_id.',
  missing_quantity: 'Send quantity as a number.',
  missing_reason: 'Send reason.',
  invalid_quantity: 'Send a quantity other than 0; transfers need one above 0.',
  location_not_found: 'Check the location id. List inventory locations to find it.',
  insufficient_stock: 'Use a smaller quantity, or another location that has enough.',
  missing_item_id: 'Send item_id.',
  missing_from_location_id: 'Send from_location_id.',
  missing_to_location_id: 'Send to_location_id.',
  same_location: 'Choose two different locations.',
  from_location_not_found: 'Check from_location_id. List inventory locations to find it.',
  to_location_not_found: 'Check to_location_id. List inventory locations to find it.',
  no_stock: 'Choose a location that has stock of the item.',
};

export const findRemedy = (code: string | null): string | undefined =>
  code !== null && Object.hasOwn(ERROR_REMEDIES, code)
    ? ERROR_REMEDIES[code as ErrorCode]
    : undefined;
