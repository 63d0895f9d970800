import { ERROR_STATUS, type ErrorCode } from '@svc/contracts';
import { ERROR_MEANING, errorExample, errorSchema } from './errors';
import type { JsonSchema, SchemaNames } from './json-schema';

type Parts = Readonly<Record<string, JsonSchema>>;

const integer = { type: 'integer', minimum: 0 };

export const HEADERS: Parts = {
  'X-Request-Id': {
    description: 'The `request_id` of the body.',
    schema: { type: 'string', pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$' },
  },
  'X-RateLimit-Limit': {
    description: 'The limit that was hit, else the applicable one with the smallest share left.',
    schema: integer,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left under that limit.',
    schema: integer,
  },
  'X-RateLimit-Reset': {
    description:
      'Unix time at which that limit frees again: the next slot of a rolling window, or midnight UTC.',
    schema: integer,
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: integer,
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored response to an earlier request with the same key.',
    schema: { const: 'true' },
  },
  'ETag': {
    description:
      'The version of a single record and a checksum of the response. Send it back as If-None-Match to read again, or as If-Match to change the record.',
    schema: { type: 'string', examples: ['W/"7-0f3a91bc"'] },
  },
  'Preference-Applied': {
    description: 'Where the request preferred strict handling (RFC 7240).',
    schema: { const: 'handling=strict' },
  },
  'Allow': {
    description: 'The methods that the collection supports.',
    schema: { type: 'string' },
  },
};

/** Documented only where an operation is deprecated. */
export const DEPRECATION_HEADERS: Parts = {
  Deprecation: {
    description:
      'Only where the request used an operation, parameter or field that will go: since when it is deprecated (RFC 9745), as `@` and Unix time.',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  Sunset: {
    description: 'With `Deprecation`: from when on that may be gone (RFC 8594).',
    schema: { type: 'string', examples: ['Tue, 30 Jun 2026 00:00:00 GMT'] },
  },
};

const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

export const referToHeaders = (more: readonly string[] = []): Parts =>
  Object.fromEntries(
    [...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

export const headerParameter = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

export const PARAMETERS: Parts = {
  IdempotencyKey: {
    ...headerParameter(
      'Idempotency-Key',
      'Makes it safe to repeat the request: the first response is stored for 24 hours and replayed. See *Idempotency*.',
    ),
    required: false,
    // No example: documentation pages would send the same key with every request.
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    ...headerParameter(
      'If-Match',
      'Changes the record only at this version (`ETag` of its response, or `"7"` for version 7; several separated by commas, `*` for any): else 412 `precondition_failed`. See *Versions*.',
    ),
    required: false,
  },
  IfNoneMatch: {
    ...headerParameter(
      'If-None-Match',
      'In a GET of one record: returns 304 without a body where the record still has this `ETag`. In a PUT or PATCH: changes it only where it has none of these versions, `*` only where there is none. See *Versions*.',
    ),
    required: false,
  },
  Prefer: {
    ...headerParameter(
      'Prefer',
      '`handling=strict` (RFC 7240): a query parameter or body field that the operation does not take gets 400 `validation_failed`, and is not ignored. See *Requests*.',
    ),
    required: false,
  },
};

export const SECURITY_SCHEMES: Parts = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key, `svc_live_…` or `svc_test_…`. See *Authentication*.',
  },
};

export const notModified = {
  description: 'The response is the one that `If-None-Match` names.',
  headers: referToHeaders(['ETag']),
};

const SHARED_RESPONSES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  429: 'RateLimitExceeded',
  431: 'HeadersTooLarge',
  500: 'InternalError',
};

const HEADERS_OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After'],
};

function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  names: SchemaNames,
): Readonly<Record<string, unknown>> {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MEANING[code]}`).join('\n\n'),
    headers: referToHeaders(HEADERS_OF_STATUS[status]),
    content: {
      'application/json': {
        schema: errorSchema(codes, names),
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

export type SharedResponses = ReturnType<typeof createSharedResponses>;

export function createSharedResponses(common: readonly ErrorCode[], names: SchemaNames) {
  const commonByStatus = byStatus(common);
  const shared = Object.entries(SHARED_RESPONSES).map(([status, name]) => {
    const codes = commonByStatus.get(Number(status)) ?? [];
    return [name, errorResponse(Number(status), codes, names)] as const;
  });
  const responseOf = (status: number, codes: readonly ErrorCode[]): unknown => {
    const name = SHARED_RESPONSES[status];
    const isShared = codes.length === commonByStatus.get(status)?.length;
    return name && isShared
      ? { $ref: `#/components/responses/${name}` }
      : errorResponse(status, codes, names);
  };
  return {
    all: Object.fromEntries(shared),
    errorsOf: (codes: readonly ErrorCode[]) =>
      Object.fromEntries(
        [...byStatus(codes)].map(([status, same]) => [String(status), responseOf(status, same)]),
      ),
  };
}

export function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  const grouped = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    if (!codes.includes(code)) continue;
    const status = ERROR_STATUS[code];
    grouped.set(status, [...(grouped.get(status) ?? []), code]);
  }
  return grouped;
}
