import { effectiveScopes, type Feature, type Mode, type Plan, type Scope } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import type { KeyName } from '../persistence/endpoint-repository';
import type { UnitOfWork } from '../persistence/transaction';

interface CompanyData {
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
  readonly features?: readonly Feature[];
  /** Absent in what a release before test data announced. */
  readonly sandbox_id?: number | null;
}

interface KeyData {
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly sandbox_id?: number | null;
}

/**
 * Follows the gateway's changes: keeps zone and plan of each company and of its sandbox, and each key's
 * scopes, and removes the subscriptions of a revoked key.
 */
export async function followGateway(
  unit: UnitOfWork,
  events: readonly ReceivedEvent[],
): Promise<void> {
  // Whoever subscribes, or follows other events meanwhile, locks the same in this order, too: first the turns
  // of keys, then companies, then keys.
  await unit.endpoints.lockSubscriptionsOf(events.filter(isOfKey).map(({ recordId }) => recordId));
  const byRecord = events.toSorted((one, other) => one.recordId - other.recordId);
  for (const event of byRecord) if (!isOfKey(event)) await followCompany(unit, event);
  const forgotten: KeyName[] = [];
  for (const event of byRecord) {
    if (isOfKey(event)) forgotten.push(...(await followKey(unit, event)));
  }
  // What waits for them, of which there may be very much, is stopped later: until this is committed, nobody
  // knows whose rights have changed.
  if (forgotten.length > 0) await unit.endpoints.removeOfKeys(forgotten);
}

const isOfKey = ({ type }: ReceivedEvent): boolean => type.startsWith('key.');

async function followCompany(unit: UnitOfWork, event: ReceivedEvent): Promise<void> {
  const { companyId, version, occurredAt: at } = event;
  if (event.type !== 'company.changed') return;
  const data = event.data as unknown as CompanyData;
  const { timezone: zone, country, plan, features = null, sandbox_id: sandboxId } = data;
  const settings = { zone, country, plan, features, version, at };
  await unit.companies.keep({ companyId, sandboxOf: undefined, ...settings });
  if (sandboxId)
    await unit.companies.keep({ companyId: sandboxId, sandboxOf: companyId, ...settings });
}

/** Answers what the key may not subscribe to any more: its subscriptions have to be removed. */
async function followKey(unit: UnitOfWork, event: ReceivedEvent): Promise<readonly KeyName[]> {
  const { companyId, recordId: keyId, version, occurredAt: at } = event;
  const { mode, scopes = [], sandbox_id: sandboxId } = event.data as unknown as Partial<KeyData>;
  const testsIn = mode === 'test' && sandboxId ? sandboxId : undefined;
  const forgotten: KeyName[] = [];
  if (event.type === 'key.created' || event.type === 'key.changed') {
    const rights = { keyId, scopes: effectiveScopes(scopes), version, at };
    await unit.rights.keep({ companyId: testsIn ?? companyId, ...rights });
    // In a release before, test keys opened the company's own records.
    if (testsIn) forgotten.push({ companyId, keyId });
  }
  if (event.type === 'key.revoked') {
    forgotten.push({ companyId, keyId });
    if (testsIn) forgotten.push({ companyId: testsIn, keyId });
  }
  for (const key of forgotten) {
    await unit.revocations.keep(key.companyId, keyId);
    await unit.rights.remove(key.companyId, keyId);
  }
  return forgotten;
}
