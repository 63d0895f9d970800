import { isDeepStrictEqual } from 'node:util';
import {
  FIRST_PLANNED_ID,
  type DomainEvent,
  type Feature,
  type Limits,
  type Plan,
} from '@svc/contracts';
import { pickGivenFields } from '@svc/kernel';

/** A company as it is kept. */
export interface CompanyRecord {
  readonly id: number;
  /** Under which all contexts keep its test data. */
  readonly sandboxId: number;
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  /** The company's own limits; for all others the defaults hold. */
  readonly limits: Partial<Limits>;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A company that has no ids yet. */
export type NewCompany = Omit<CompanyRecord, 'id' | 'sandboxId'>;

/** What the operator says of the company with this slug; what is left out stays as it is. */
export type CompanyDetails = Pick<CompanyRecord, 'slug'> & {
  readonly [Field in 'name' | 'timezone' | 'country' | 'plan' | 'features' | 'limits']?:
    | CompanyRecord[Field]
    | undefined;
};

const BEGINNING = {
  timezone: 'UTC',
  country: 'US',
  plan: 'enterprise',
  features: [],
  limits: {},
} as const;

export const newCompany = (details: CompanyDetails, at: Date): NewCompany => ({
  ...BEGINNING,
  name: details.slug,
  ...pickGivenFields(details),
  slug: details.slug,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

/** The company with these details; the same one where nothing differs. */
export function changeCompany(
  before: CompanyRecord,
  details: CompanyDetails,
  at: Date,
): CompanyRecord {
  const after = { ...before, ...pickGivenFields(details) };
  if (isDeepStrictEqual(after, before)) return before;
  return { ...after, version: before.version + 1, updatedAt: at };
}

/** A company that a dry run has only planned, as services need it to be asked about its records. */
export const plannedCompany = (slug: string, at: Date): CompanyRecord => ({
  ...newCompany({ slug }, at),
  id: FIRST_PLANNED_ID,
  sandboxId: FIRST_PLANNED_ID + 1,
});

/** Whose records a service is asked about: a company's own, or those of its sandbox. */
export interface RecordsOwner extends Pick<CompanyRecord, 'id' | 'timezone' | 'country'> {
  /** The company whose sandbox this is. */
  readonly sandboxOf?: number;
}

/** A sandbox of the company, which has the company's settings. */
export const sandboxOf = (
  { id: liveId, timezone, country, sandboxId }: CompanyRecord,
  id = sandboxId,
): RecordsOwner => ({ id, sandboxOf: liveId, timezone, country });

export const companyChanged = (company: CompanyRecord): DomainEvent => ({
  type: 'company.changed',
  companyId: company.id,
  recordId: company.id,
  version: company.version,
  occurredAt: company.updatedAt,
  actor: 'ui',
  data: {
    slug: company.slug,
    name: company.name,
    timezone: company.timezone,
    country: company.country,
    plan: company.plan,
    features: company.features,
    sandbox_id: company.sandboxId,
  },
});
