import {
  MAX_BULK_OPERATIONS,
  DEFAULT_LIMITS,
  ERROR_STATUS,
  FEATURES,
  MODES,
  PLANS,
  SCOPES,
  type ErrorCode,
  type Limits,
  type Scope,
} from '@svc/contracts';
import { fields } from '@svc/http';
import { isZone } from '@svc/kernel';
import Joi from 'joi';
import { isAddressRange } from '../../keys/address-ranges';

const MAX_LIMIT = 1_000_000_000_000;

const zone = fields
  .text()
  .custom((value: string, helpers) =>
    isZone(value) ? value : helpers.message({ custom: '{{#label}} must be an IANA time zone' }),
  );

const limit = Joi.number().integer().min(0).max(MAX_LIMIT);

const ownFields = {
  name: fields.text(),
  timezone: zone,
  country: fields.text().pattern(/^[A-Z]{2}$/, 'ISO 3166 alpha-2'),
};

export const companyChangeBody = fields.object(ownFields).or('name', 'timezone', 'country');

export const companyBody = fields.object({
  slug: fields
    .text()
    .pattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'slug')
    .required(),
  ...ownFields,
  plan: fields.oneOf(PLANS),
  features: fields.array(fields.oneOf(FEATURES)).custom(fields.unique),
  limits: fields.withType<Partial<Limits>>()(
    Joi.object(Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit])))
      // A misspelt limit would silently leave the default in force.
      .unknown(false),
  ),
});

const statuses = () =>
  fields.withType<readonly [number, number]>()(
    Joi.string()
      .pattern(/^(?:failed|[2-5](?:xx|\d\d))$/)
      .custom((text: string) =>
        text === 'failed'
          ? [400, 599]
          : [Number(text.replace('xx', '00')), Number(text.replace('xx', '99'))],
      )
      .messages({
        'string.pattern.base': '{{#label}} must be a status such as 404, or 2xx to 5xx, or failed',
      }),
  );

export const loggedRequestsQuery = fields.object({
  ...fields.pageFields,
  status: statuses(),
  error: fields.oneOf(Object.keys(ERROR_STATUS) as ErrorCode[]),
  key_id: fields.queryId(),
  method: fields.text(),
  request_id: fields.text(),
  address: fields.text(),
  from: fields.since(),
  to: fields.until(),
  after: fields.queryInteger(0),
});

export const loggedRequestQuery = fields.object({
  request_id: fields.text().required(),
  operation: fields.queryInteger(0, MAX_BULK_OPERATIONS - 1),
});

const scopes = fields.withType<readonly Scope[] | 'all'>()(
  // Arrays get a message about the item, not about the alternative.
  Joi.alternatives().conditional(Joi.array(), {
    then: fields.array(fields.oneOf(SCOPES), SCOPES.length).min(1).custom(fields.unique),
    otherwise: Joi.valid('all'),
  }),
);

const addressRange = fields
  .text()
  .custom((value: string, helpers) =>
    isAddressRange(value) ? value : helpers.error('range.unknown'),
  )
  // A message inside the error would be compiled again for each of a thousand ranges.
  .messages({ 'range.unknown': '{{#label}} must be an IP address or a CIDR range' });

const MAX_RANGES = 1_000;

const allowlist = fields.array(addressRange, MAX_RANGES);

const key = { name: fields.text().required(), mode: fields.oneOf(MODES) };

const expiry = fields.timestamp().allow(null);

const MAX_KEY_IDS = 100;

export const keysQuery = fields.object({ ...fields.pageFields, id: fields.queryId() });

export const keyRequestsQuery = fields.object({ key_id: fields.queryId() });

export const keyNamesQuery = fields.object({ ids: fields.idList(MAX_KEY_IDS) });

export const keyBody = fields.object({ ...key, scopes, ip_allowlist: allowlist });

export const newKeyBody = fields.object({
  ...key,
  scopes: scopes.required(),
  ip_allowlist: allowlist,
  expires_at: expiry,
});

export const keyChangeBody = fields
  .object({ scopes, ip_allowlist: allowlist, expires_at: expiry })
  .or('scopes', 'ip_allowlist', 'expires_at');

const MAX_KEEP_HOURS = 7 * 24;

export const rollKeyBody = fields.object({
  keep_hours: fields.integer(0, MAX_KEEP_HOURS).required(),
});

/** The name is required so that nobody revokes another key by mistake. */
export const revokeKeyBody = fields.object({ name: fields.text().required() });
