import {
  toKeyActor,
  API_PLAN,
  DEFAULT_LIMITS,
  effectiveScopes,
  type Feature,
  type Limits,
  type Mode,
  type Plan,
  type Scope,
} from '@svc/contracts';
import type { Trust, SignToken } from '@svc/trust';
import { parseAddressRanges, type AddressRanges } from './address-ranges';

export interface KeyCompany {
  /** The sandbox's id for a test key. */
  readonly id: number;
  /** The live company of a sandbox, else the company itself. */
  readonly liveId: number;
  readonly zone: string;
  readonly hasApi: boolean;
  readonly features: ReadonlySet<Feature>;
  readonly limits: Limits;
}

export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly mode: Mode;
  readonly company: KeyCompany;
  readonly scopes: ReadonlySet<Scope>;
  readonly allowedFrom: AddressRanges;
  readonly expiresAt: Date | null;
  /** Signs the token that tells a service the caller and the operation. */
  readonly signToken: SignToken;
}

export interface KeyRow {
  readonly id: number;
  readonly name: string;
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
    name: row.name,
    mode: row.sandboxOf === null ? 'live' : 'test',
    company: {
      id: row.companyId,
      liveId: row.sandboxOf ?? row.companyId,
      zone: row.timezone,
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
