import { effectiveScopes, type Feature, type Plan, type Scope } from '@svc/contracts';
import type { KeyName } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';
import { updatePauses } from './update-pauses';

interface Change {
  readonly companyId: number;
  /** Undefined when unknown. */
  readonly sandboxId: number | undefined;
  readonly version: number;
  readonly at: Date;
}

export interface CompanyChange extends Change {
  readonly of: 'company';
  readonly zone: string;
  readonly country: string;
  readonly plan: Plan;
  /** Null when unknown. */
  readonly features: readonly Feature[] | null;
}

export interface KeyChange extends Change {
  readonly of: 'key';
  readonly keyId: number;
  readonly isTest: boolean;
  /** Null once the key is revoked. */
  readonly scopes: readonly Scope[] | null;
}

/**
 * Copies plans and scopes, pauses and resumes subscriptions accordingly, and removes those of
 * revoked keys.
 */
export const followCompaniesAndKeys =
  () =>
  async (unit: UnitOfWork, changes: readonly (CompanyChange | KeyChange)[]): Promise<void> => {
    // All locks at once: subscribers and other events see all of these changes or none.
    await unit.endpoints.lockSubscriptionsOf(changes.flatMap(companiesOf));
    const revoked: KeyName[] = [];
    for (const change of changes) {
      if (change.of === 'company') await keepCompany(unit, change);
      else revoked.push(...(await keepKey(unit, change)));
      for (const companyId of companiesOf(change)) await updatePauses(unit, companyId, change.at);
    }
    // Their queued deliveries may be many; `stopDeliveriesOfRemoved` stops them.
    if (revoked.length > 0) await unit.endpoints.removeOfKeys(revoked);
  };

/** A sandbox has its company's plan, and test keys. */
const companiesOf = ({ companyId, sandboxId }: Change): readonly number[] =>
  sandboxId === undefined ? [companyId] : [companyId, sandboxId];

async function keepCompany({ companies }: UnitOfWork, change: CompanyChange): Promise<void> {
  const { companyId, sandboxId, zone, country, plan, features, version } = change;
  const settings = { zone, country, plan, features, version };
  await companies.keep({ companyId, sandboxOf: undefined, ...settings });
  if (sandboxId) await companies.keep({ companyId: sandboxId, sandboxOf: companyId, ...settings });
}

/** Returns the key when it is revoked. */
async function keepKey({ rights }: UnitOfWork, change: KeyChange): Promise<readonly KeyName[]> {
  const { companyId, sandboxId, keyId, isTest, scopes, version } = change;
  const key = { companyId: isTest && sandboxId ? sandboxId : companyId, keyId };
  await rights.keep({ ...key, scopes: scopes && effectiveScopes(scopes), version });
  return scopes ? [] : [key];
}
