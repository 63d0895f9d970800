import { effectiveScopes } from '@svc/contracts';
import type { CompanySettings } from '../persistence/company-settings';
import type { CompanyKey } from '../persistence/endpoint-repository';
import type { KeyScopes } from '../persistence/key-rights';
import type { UnitOfWork } from '../persistence/transaction';
import { updateMissingRights } from './update-missing-rights';

interface Change {
  readonly companyId: number;
  /** Undefined when unknown. */
  readonly sandboxId: number | undefined;
  readonly version: number;
  readonly at: Date;
}

export interface CompanyChange
  extends Change, Pick<CompanySettings, 'zone' | 'country' | 'plan' | 'features'> {
  readonly kind: 'company';
}

export interface KeyChange extends Change, Pick<KeyScopes, 'keyId' | 'scopes'> {
  readonly kind: 'key';
  readonly isTest: boolean;
}

export const followCompaniesAndKeys =
  () =>
  async (unit: UnitOfWork, changes: readonly (CompanyChange | KeyChange)[]): Promise<void> => {
    // All locks at once: subscribers and other events see all of these changes or none.
    await unit.endpoints.lockSubscriptions(changes.flatMap(listCompanies));
    const revoked: CompanyKey[] = [];
    for (const change of changes) {
      if (change.kind === 'company') await saveCompany(unit, change);
      else revoked.push(...(await saveKey(unit, change)));
      for (const companyId of listCompanies(change))
        await updateMissingRights(unit, companyId, change.at);
    }
    // Their queued deliveries may be many; `stopDeliveriesOfRemoved` stops them.
    if (revoked.length > 0) await unit.endpoints.removeByKeys(revoked);
  };

/** A sandbox has its company's plan, and test keys. */
const listCompanies = ({ companyId, sandboxId }: Change): readonly number[] =>
  sandboxId === undefined ? [companyId] : [companyId, sandboxId];

async function saveCompany({ companies }: UnitOfWork, change: CompanyChange): Promise<void> {
  const { companyId, sandboxId, zone, country, plan, features, version } = change;
  const settings = { zone, country, plan, features, version };
  await companies.save({ companyId, sandboxOf: undefined, ...settings });
  if (sandboxId) await companies.save({ companyId: sandboxId, sandboxOf: companyId, ...settings });
}

async function saveKey({ rights }: UnitOfWork, change: KeyChange): Promise<readonly CompanyKey[]> {
  const { companyId, sandboxId, keyId, isTest, scopes, version } = change;
  const key = { companyId: isTest && sandboxId ? sandboxId : companyId, keyId };
  await rights.save({ ...key, scopes: scopes && effectiveScopes(scopes), version });
  return scopes ? [] : [key];
}
