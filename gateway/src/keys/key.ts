import {
  toKeyActor,
  API_PLAN,
  DEFAULT_LIMITS,
  effectiveScopes,
  type Feature,
  type Limits,
  type Plan,
  type Scope,
} from '@svc/contracts';
import type { Trust, SignToken } from '@svc/trust';
import { parseAddressRanges, type AddressRanges } from './address-ranges';

export interface KeyCompany {
  /** The sandbox's id for a test key. */
  readonly id: number;
  readonly hasApi: boolean;
  readonly features: ReadonlySet<Feature>;
  readonly limits: Limits;
}

export interface ApiKey {
  readonly id: number;
  readonly company: KeyCompany;
  readonly scopes: ReadonlySet<Scope>;
  readonly allowedFrom: AddressRanges;
  readonly expiresAt: Date | null;
  /** Signs the token that tells a service the caller and the operation. */
  readonly signToken: SignToken;
}

export interface KeyRow {
  readonly id: number;
  readonly companyId: number;
  /** The live company of a sandbox. */
  readonly sandboxOf: number | null;
  readonly scopes: readonly Scope[];
  readonly ipAllowlist: readonly string[];
  readonly expiresAt: Date | null;
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  readonly limits: Partial<Limits>;
}

export function toApiKey(row: KeyRow, trust: Trust): ApiKey {
  const scopes = effectiveScopes(row.scopes);
  return {
    id: row.id,
    company: {
      id: row.companyId,
      hasApi: row.plan === API_PLAN,
      features: new Set(row.features),
      limits: { ...DEFAULT_LIMITS, ...row.limits },
    },
    scopes: new Set(scopes),
    allowedFrom: parseAddressRanges(row.ipAllowlist),
    expiresAt: row.expiresAt,
    signToken: trust.signFor({
      reach: 'api',
      companyId: row.companyId,
      sandboxOf: row.sandboxOf ?? undefined,
      zone: row.timezone,
      country: row.country,
      actor: toKeyActor(row.id),
      scopes,
    }),
  };
}
