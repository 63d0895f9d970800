import { DEFAULT_LIMITS, FEATURES, PLANS, SCOPES, type Limits, type Scope } from '@svc/contracts';
import { fields } from '@svc/http';
import { isZone } from '@svc/kernel';
import Joi from 'joi';
import { KEY_MODES } from '../../keys/api-key-text';
import { isAddressRange } from '../../keys/address-ranges';

const LARGEST_LIMIT = 1_000_000_000_000;

const zone = fields
  .text()
  .custom((value: string, helpers) =>
    isZone(value) ? value : helpers.message({ custom: '{{#label}} must be an IANA time zone' }),
  );

const limit = Joi.number().integer().min(0).max(LARGEST_LIMIT);

/** Absent fields keep their value, or begin with a default. */
export const companyBody = fields.object({
  slug: fields
    .text()
    .pattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'slug')
    .required(),
  name: fields.text(),
  timezone: zone,
  country: fields.text().pattern(/^[A-Z]{2}$/, 'ISO 3166 alpha-2'),
  plan: fields.oneOf(PLANS),
  features: fields.array(fields.oneOf(FEATURES)).unique(),
  limits: fields.reading<Partial<Limits>>()(
    Joi.object(Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit])))
      // Otherwise a misspelt limit would silently leave the default in force.
      .unknown(false),
  ),
});

/** As many of the last days as a month's chart shows. */
export const usageQuery = fields.object({ days: fields.queryInteger(1, 30).default(30) });

const scopes = fields.reading<readonly Scope[] | 'all'>()(
  Joi.alternatives(
    Joi.valid('all'),
    fields.array(fields.oneOf(SCOPES), SCOPES.length).min(1).unique(),
  ),
);

const addressRange = fields
  .text()
  .custom((value: string, helpers) =>
    isAddressRange(value) ? value : helpers.error('range.unknown'),
  )
  // As a message of the error, the text would be compiled again for each of a thousand ranges.
  .messages({ 'range.unknown': '{{#label}} must be an IP address or a CIDR range' });

const MAX_RANGES = 1_000;

const allowlist = fields.array(addressRange, MAX_RANGES);

const key = { name: fields.text().required(), mode: fields.oneOf(KEY_MODES) };

export const keyBody = fields.object({ ...key, scopes, ip_allowlist: allowlist });

export const newKeyBody = fields.object({
  ...key,
  scopes: scopes.required(),
  ip_allowlist: allowlist,
});

export const keyChangeBody = fields
  .object({ scopes, ip_allowlist: allowlist })
  .or('scopes', 'ip_allowlist');
