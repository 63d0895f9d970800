import { isDeepStrictEqual } from 'node:util';
import { FIRST_PLANNED_ID, type Feature, type Limits, type Plan } from '@svc/contracts';
import { pickGivenFields } from '@svc/kernel';

export interface CompanyRecord {
  readonly id: number;
  /** All contexts store its test data under this id. */
  readonly sandboxId: number;
  readonly slug: string;
  readonly name: string;
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features: readonly Feature[];
  readonly limits: Partial<Limits>;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewCompany = Omit<CompanyRecord, 'id' | 'sandboxId'>;

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

export const draftCompany = (details: CompanyDetails, at: Date): NewCompany => ({
  ...BEGINNING,
  name: details.slug,
  ...pickGivenFields(details),
  slug: details.slug,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

export function changeCompany(
  before: CompanyRecord,
  details: CompanyDetails,
  at: Date,
): CompanyRecord {
  const after = { ...before, ...pickGivenFields(details) };
  if (isDeepStrictEqual(after, before)) return before;
  return { ...after, version: before.version + 1, updatedAt: at };
}

/** A company that a dry run has planned but not created, so that services can be called for it. */
export const planCompany = (slug: string, at: Date): CompanyRecord => ({
  ...draftCompany({ slug }, at),
  id: FIRST_PLANNED_ID,
  sandboxId: FIRST_PLANNED_ID + 1,
});

export interface RecordsOwner extends Pick<CompanyRecord, 'id' | 'timezone' | 'country'> {
  /** The live company of a sandbox. */
  readonly sandboxOf?: number;
}

export const toSandbox = (
  { id: liveId, timezone, country, sandboxId }: CompanyRecord,
  id = sandboxId,
): RecordsOwner => ({ id, sandboxOf: liveId, timezone, country });
