import { effectiveScopes, type Feature, type Plan, type Scope } from '@svc/contracts';
import type { KeyName } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';

interface Change {
  readonly companyId: number;
  /** Of the company or key. */
  readonly recordId: number;
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
  readonly sandboxId: number | undefined;
}

/** A key as it is after a change. */
export interface KeyChange extends Change {
  readonly of: 'key';
  /** `unknown` is what a newer release announces: it changes nothing here. */
  readonly became: 'allowed' | 'revoked' | 'unknown';
  readonly scopes: readonly Scope[];
  /** The sandbox that a test key opens. */
  readonly testsIn: number | undefined;
}

const isOfKey = (change: CompanyChange | KeyChange): change is KeyChange => change.of === 'key';

/**
 * Keeps zone and plan of each company and of its sandbox, and each key's scopes, and removes the
 * subscriptions of a revoked key.
 */
export const followCompaniesAndKeys =
  () =>
  async (unit: UnitOfWork, changes: readonly (CompanyChange | KeyChange)[]): Promise<void> => {
    // Whoever subscribes, or follows other events meanwhile, locks the same in this order, too: first the turns
    // of keys, then companies, then keys.
    await unit.endpoints.lockSubscriptionsOf(
      changes.filter(isOfKey).map(({ recordId }) => recordId),
    );
    const byRecord = changes.toSorted((one, other) => one.recordId - other.recordId);
    for (const change of byRecord) if (!isOfKey(change)) await followCompany(unit, change);
    const forgotten: KeyName[] = [];
    for (const change of byRecord) {
      if (isOfKey(change)) forgotten.push(...(await followKey(unit, change)));
    }
    // What waits for them, of which there may be very much, is stopped later: until this is committed, nobody
    // knows whose rights have changed.
    if (forgotten.length > 0) await unit.endpoints.removeOfKeys(forgotten);
  };

async function followCompany(unit: UnitOfWork, change: CompanyChange): Promise<void> {
  const { companyId, sandboxId, zone, country, plan, features, version, at } = change;
  const settings = { zone, country, plan, features, version, at };
  await unit.companies.keep({ companyId, sandboxOf: undefined, ...settings });
  if (sandboxId)
    await unit.companies.keep({ companyId: sandboxId, sandboxOf: companyId, ...settings });
}

/** Answers what the key may not subscribe to any more: its subscriptions have to be removed. */
async function followKey(unit: UnitOfWork, change: KeyChange): Promise<readonly KeyName[]> {
  const { companyId, recordId: keyId, became, scopes, testsIn, version, at } = change;
  const forgotten: KeyName[] = [];
  if (became === 'allowed') {
    const rights = { keyId, scopes: effectiveScopes(scopes), version, at };
    await unit.rights.keep({ companyId: testsIn ?? companyId, ...rights });
    // In a release before, test keys opened the company's own records.
    if (testsIn) forgotten.push({ companyId, keyId });
  }
  if (became === 'revoked') {
    forgotten.push({ companyId, keyId });
    if (testsIn) forgotten.push({ companyId: testsIn, keyId });
  }
  for (const key of forgotten) {
    await unit.revocations.keep(key.companyId, keyId);
    await unit.rights.remove(key.companyId, keyId);
  }
  return forgotten;
}
