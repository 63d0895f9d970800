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
import { addressRanges, type AddressRanges } from './address-ranges';

/** What admission has to know about a company. */
export interface Company {
  /** Of a test key, that of the sandbox. */
  readonly id: number;
  readonly hasApi: boolean;
  readonly features: ReadonlySet<Feature>;
  readonly limits: Limits;
}

/** A live API key with everything that admission needs, computed once. */
export interface ApiKey {
  readonly id: number;
  readonly company: Company;
  readonly scopes: ReadonlySet<Scope>;
  readonly allowedFrom: AddressRanges;
  /** Makes the signed statement that tells a service who calls, and for which operation. */
  readonly vouch: SignToken;
}

/** A key and its company as they are stored. */
export interface KeyRow {
  readonly id: number;
  /** Whose records it opens: its company, or that company's sandbox. */
  readonly companyId: number;
  /** The company whose sandbox that is; null where it is none. */
  readonly sandboxOf: number | null;
  readonly scopes: readonly Scope[];
  readonly ipAllowlist: readonly string[];
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  readonly limits: Partial<Limits>;
}

/** Computes everything that admission needs from a stored key. */
export function keyFrom(row: KeyRow, trust: Trust): ApiKey {
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
    allowedFrom: addressRanges(row.ipAllowlist),
    vouch: trust.signFor({
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
