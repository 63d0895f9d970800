import { effectiveScopes, type Feature, type Plan, type Scope } from '@svc/contracts';
import type { KeyName } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import { updatePauses } from './update-pauses';

interface Change {
  readonly companyId: number;
  /** The company's sandbox; undefined where it is not known. */
  readonly sandboxId: number | undefined;
  readonly version: number;
  /** Since when that holds. */
  readonly at: Date;
}

/** A company as it is after a change. */
export interface CompanyChange extends Change {
  readonly of: 'company';
  readonly zone: string;
  readonly country: string;
  readonly plan: Plan;
  /** Null where they are not known. */
  readonly features: readonly Feature[] | null;
}

/** A key as it is after a change. */
export interface KeyChange extends Change {
  readonly of: 'key';
  readonly keyId: number;
  readonly isTest: boolean;
  /** Null once it is revoked. */
  readonly scopes: readonly Scope[] | null;
}

/**
 * Keeps what companies and keys may do, pauses the subscriptions that lose their rights and resumes those that
 * have them again, and removes the subscriptions of a revoked key.
 */
export const followCompaniesAndKeys =
  () =>
  async (unit: UnitOfWork, changes: readonly (CompanyChange | KeyChange)[]): Promise<void> => {
    // In one go, so that whoever subscribes, or follows other events meanwhile, waits for all of this or for none.
    await unit.endpoints.lockSubscriptionsOf(changes.flatMap(companiesOf));
    const revoked: KeyName[] = [];
    for (const change of changes) {
      if (change.of === 'company') await keepCompany(unit, change);
      else revoked.push(...(await keepKey(unit, change)));
      for (const companyId of companiesOf(change)) await updatePauses(unit, companyId, change.at);
    }
    // What waits for them, of which there may be very much, is stopped later.
    if (revoked.length > 0) await unit.endpoints.removeOfKeys(revoked);
  };

/** The company, and its sandbox, which has the company's plan and whose records a test key opens. */
const companiesOf = ({ companyId, sandboxId }: Change): readonly number[] =>
  sandboxId === undefined ? [companyId] : [companyId, sandboxId];

async function keepCompany({ companies }: UnitOfWork, change: CompanyChange): Promise<void> {
  const { companyId, sandboxId, zone, country, plan, features, version } = change;
  const settings = { zone, country, plan, features, version };
  await companies.keep({ companyId, sandboxOf: undefined, ...settings });
  if (sandboxId) await companies.keep({ companyId: sandboxId, sandboxOf: companyId, ...settings });
}

/** Answers the key where it is revoked. */
async function keepKey({ rights }: UnitOfWork, change: KeyChange): Promise<readonly KeyName[]> {
  const { companyId, sandboxId, keyId, isTest, scopes, version } = change;
  const key = { companyId: isTest && sandboxId ? sandboxId : companyId, keyId };
  await rights.keep({ ...key, scopes: scopes && effectiveScopes(scopes), version });
  return scopes ? [] : [key];
}
