import { ERROR_STATUS, MAX_ERRORS, canHavePrecondition, type ErrorCode } from '@svc/contracts';
import { recordId } from '@svc/schemas';
import { toJsonSchema, type JsonSchema, type SchemaNames } from './json-schema';

export const ERROR_MEANING: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'The request is not well-formed HTTP, or its URL is longer than 8 KiB.',
  invalid_json: 'The body is not valid JSON in UTF-8.',
  validation_failed: 'A field or query parameter is missing, or its value is not acceptable.',
  invalid_status_transition: 'The record cannot move from its status to the requested one.',
  meter_not_found: 'The meter does not exist or belongs to another asset.',
  unauthorized: 'The API key is missing, malformed, unknown, revoked or expired.',
  forbidden: "The client's address is not on the allow-list of the key.",
  insufficient_scope: 'The key lacks the scope of the operation.',
  feature_not_available: "The company's plan or features do not include this.",
  not_found: 'The record does not exist, or the path is not one of the API.',
  item_not_found: 'The item does not exist.',
  method_not_allowed: 'The collection does not support the method; `Allow` lists those it does.',
  request_timeout:
    'The headers took longer than 10 seconds to arrive, or the body 30 seconds; or other bodies took the memory.',
  conflict:
    'The record was changed after the expected version, or its state does not allow the change.',
  customer_duplicate_contact: 'Another customer uses the e-mail address or the phone number.',
  customer_soft_deleted_conflict: 'A removed customer holds the e-mail address or phone number.',
  duplicate_external_id: 'Another record of this kind has the external_id.',
  idempotency_key_reused: 'The Idempotency-Key was used before for another request.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running.',
  precondition_failed: 'The record is at another version than If-Match or If-None-Match allows.',
  payload_too_large: 'The body is larger than 1 MiB.',
  rate_limit_exceeded: 'A limit was hit; the message names it, and nothing was changed.',
  headers_too_large: 'The headers exceed 16 KiB, or there are more than 100 of them.',
  internal_error: 'Something failed on our side; try again later, with growing delays.',
  missing_part_number: 'part_number is absent or empty.',
  missing_part_name: 'part_name is absent or empty.',
  duplicate_part_number: 'Another item uses the part_number.',
  warehouse_required:
    'quantity_on_hand is above 0 and no valid warehouse_id names who receives it.',
  invalid_part_number: 'part_number is given but empty.',
  invalid_part_name: 'part_name is given but empty.',
  no_fields: 'The body has no field that can be changed.',
  missing_location_id: 'location_id is absent.',
  missing_quantity: 'quantity is absent or not a number.',
  missing_reason: 'reason is absent.',
  invalid_quantity: 'quantity must not be 0, and positive in a transfer.',
  location_not_found: 'The location does not exist.',
  insufficient_stock: 'There is not that much available stock at the location.',
  missing_item_id: 'item_id is absent.',
  missing_from_location_id: 'from_location_id is absent.',
  missing_to_location_id: 'to_location_id is absent.',
  same_location: 'Source and destination are the same location.',
  from_location_not_found: 'The source location does not exist.',
  to_location_not_found: 'The destination location does not exist.',
  no_stock: 'The source has no stock record of the item.',
};

const GATEWAY_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'validation_failed',
  'unauthorized',
  'forbidden',
  'insufficient_scope',
  'feature_not_available',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'rate_limit_exceeded',
  'headers_too_large',
  'internal_error',
];

export const commonErrors = (method: string): readonly ErrorCode[] => [
  ...GATEWAY_ERRORS,
  ...(method === 'GET' ? [] : (['invalid_json'] as const)),
  ...(method === 'POST' ? (['idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
  ...(canHavePrecondition(method) ? (['precondition_failed'] as const) : []),
];

interface Details {
  readonly schemaName: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly example: Readonly<Record<string, unknown>>;
}

const text: JsonSchema = { type: 'string' };
const id = toJsonSchema(recordId(), 'response');
const version: JsonSchema = { type: 'integer', minimum: 1 };

const customerConflict: Details = {
  schemaName: 'CustomerConflictError',
  properties: {
    matched_field: { enum: ['email', 'phone'] },
    customer_id: id,
    customer_name: text,
  },
  example: { matched_field: 'email', customer_id: 12, customer_name: 'Harbor Dental Group' },
};

const DETAILS: Partial<Readonly<Record<ErrorCode, Details>>> = {
  validation_failed: {
    schemaName: 'ValidationFailedError',
    properties: {
      errors: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_ERRORS,
        description:
          'Every offending field, each explained in one sentence. Where there are too many to name, the message says how many more there are.',
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: { field: text, message: text },
        },
      },
    },
    example: { errors: [{ field: 'page', message: 'page must be a positive integer.' }] },
  },
  conflict: {
    schemaName: 'ConflictError',
    properties: { current_version: version },
    example: { current_version: 4 },
  },
  duplicate_external_id: {
    schemaName: 'DuplicateExternalIdError',
    properties: {
      matched_field: { const: 'external_id' },
      record_id: {
        ...toJsonSchema(recordId().allow(null), 'response'),
        description: 'The record that has it; null where that is a location of a removed customer.',
      },
    },
    example: { matched_field: 'external_id', record_id: 12 },
  },
  precondition_failed: {
    schemaName: 'PreconditionFailedError',
    properties: {
      current_version: {
        type: ['integer', 'null'],
        minimum: 1,
        description: 'null where there is no record.',
      },
    },
    example: { current_version: 4 },
  },
  customer_duplicate_contact: customerConflict,
  customer_soft_deleted_conflict: customerConflict,
  rate_limit_exceeded: {
    schemaName: 'RateLimitExceededError',
    properties: {
      retry_after: { type: 'integer', minimum: 0, description: 'Seconds, as in Retry-After.' },
    },
    example: { retry_after: 17 },
  },
};

const bodySchema = (codes: readonly ErrorCode[], details: Details['properties']): JsonSchema => ({
  type: 'object',
  required: ['success', 'error', 'message', ...Object.keys(details), 'request_id'],
  properties: {
    success: { const: false },
    error: { type: 'string', enum: codes },
    message: { type: 'string', description: 'For people; its wording may change.' },
    ...details,
    request_id: { type: 'string', description: 'Identifies the request for support.' },
  },
});

const ALL_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

export function errorSchema(codes: readonly ErrorCode[], names: SchemaNames): JsonSchema {
  const plain = codes.filter((code) => !DETAILS[code]);
  const shared = names.add(
    // Many languages have their own `Error`.
    'GeneralError',
    bodySchema(
      ALL_CODES.filter((code) => !DETAILS[code]),
      {},
    ),
  );
  const detailed = codes.flatMap((code) => {
    const details = DETAILS[code];
    if (!details) return [];
    const users = ALL_CODES.filter((each) => DETAILS[each] === details);
    return [names.add(details.schemaName, bodySchema(users, details.properties))];
  });
  const distinct = [...new Map(detailed.map((schema) => [schema['$ref'], schema])).values()];
  const options = [
    ...(plain.length > 0 ? [{ ...shared, properties: { error: { enum: plain } } }] : []),
    ...distinct,
  ];
  const [only] = options;
  return options.length === 1 && only ? only : { anyOf: options };
}

export const errorExample = (code: ErrorCode): JsonSchema => {
  const details = DETAILS[code]?.example ?? {};
  const [first] = (details['errors'] ?? []) as { message: string }[];
  return {
    success: false,
    error: code,
    message: first?.message ?? ERROR_MEANING[code],
    ...details,
    request_id: EXAMPLE_REQUEST_ID,
  };
};

export const EXAMPLE_REQUEST_ID = 'req_01JZX3T7V8K2M4N6P8Q0R2S4T6';
