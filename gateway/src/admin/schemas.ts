import {
  DEFAULT_LIMITS,
  FEATURES,
  PLANS,
  SCOPES,
  type Feature,
  type Limits,
  type Plan,
  type Scope,
} from '@svc/contracts';
import { fields } from '@svc/http';
import { isZone } from '@svc/kernel';
import Joi from 'joi';
import { KEY_MODES, type KeyMode } from '../keys/api-key-text';
import { isAddressRange } from '../keys/address-ranges';

/** Absent fields keep what they are, or begin with a default. */
export interface CompanyBody {
  readonly slug: string;
  readonly name?: string;
  readonly timezone?: string;
  readonly country?: string;
  readonly plan?: Plan;
  readonly features?: readonly Feature[];
  readonly limits?: Partial<Limits>;
}

const LARGEST_LIMIT = 1_000_000_000_000;

const zone = fields
  .text()
  .custom((value: string, helpers) =>
    isZone(value) ? value : helpers.message({ custom: '{{#label}} must be an IANA time zone' }),
  );

const limit = Joi.number().integer().min(0).max(LARGEST_LIMIT);

export const companyBody = Joi.object<CompanyBody>({
  slug: fields
    .text()
    .pattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'slug')
    .required(),
  name: fields.text(),
  timezone: zone,
  country: fields.text().pattern(/^[A-Z]{2}$/, 'ISO 3166 alpha-2'),
  plan: Joi.string().valid(...PLANS),
  features: fields.array(Joi.string().valid(...FEATURES)).unique(),
  limits: Joi.object(Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit])))
    // A misspelt limit would leave the default in force in silence.
    .unknown(false),
});

export interface KeyBody {
  readonly name: string;
  readonly mode?: KeyMode;
  readonly scopes?: readonly Scope[] | 'all';
  readonly ip_allowlist?: readonly string[];
}

const scopes = Joi.alternatives(
  Joi.valid('all'),
  fields
    .array(Joi.string().valid(...SCOPES), SCOPES.length)
    .min(1)
    .unique(),
);

const addressRange = fields
  .text()
  .custom((value: string, helpers) =>
    isAddressRange(value) ? value : helpers.error('range.unknown'),
  )
  // Given with the error, the text would be compiled for each of a thousand.
  .messages({ 'range.unknown': '{{#label}} must be an IP address or a CIDR range' });

const MAX_RANGES = 1_000;
const allowlist = fields.array(addressRange, MAX_RANGES);

export const keyBody = Joi.object<KeyBody>({
  name: fields.text().required(),
  mode: Joi.string().valid(...KEY_MODES),
  scopes,
  ip_allowlist: allowlist,
});

export interface NewKeyBody extends KeyBody {
  readonly scopes: readonly Scope[] | 'all';
}

export const newKeyBody = Joi.object<NewKeyBody>({
  name: fields.text().required(),
  mode: Joi.string().valid(...KEY_MODES),
  scopes: scopes.required(),
  ip_allowlist: allowlist,
});

export interface KeyChangeBody {
  readonly scopes?: readonly Scope[] | 'all';
  readonly ip_allowlist?: readonly string[];
}

export const keyChangeBody = Joi.object<KeyChangeBody>({
  scopes,
  ip_allowlist: allowlist,
}).or('scopes', 'ip_allowlist');
