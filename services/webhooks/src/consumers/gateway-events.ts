import { effectiveScopes, type Feature, type Mode, type Plan, type Scope } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
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
  for (const event of byRecord) if (isOfKey(event)) await followKey(unit, event);
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

async function followKey(unit: UnitOfWork, event: ReceivedEvent): Promise<void> {
  const { companyId, recordId, version, occurredAt: at } = event;
  if (event.type === 'key.created' || event.type === 'key.changed') {
    const { mode, scopes: given, sandbox_id: sandboxId } = event.data as unknown as KeyData;
    const scopes = effectiveScopes(given);
    const testsIn = mode === 'test' && sandboxId ? sandboxId : undefined;
    const rights = { keyId: recordId, scopes, version, at };
    await unit.rights.keep({ companyId: testsIn ?? companyId, ...rights });
    // In a release before, test keys opened the company's own records.
    if (testsIn) await forgetKey(unit, companyId, recordId);
  }
  if (event.type === 'key.revoked') {
    const { mode, sandbox_id: sandboxId } = event.data as unknown as KeyData;
    await forgetKey(unit, companyId, recordId);
    if (mode === 'test' && sandboxId) await forgetKey(unit, sandboxId, recordId);
  }
}

/**
 * Removes the subscriptions that a key whose turn this is has for a company's events, and keeps it from
 * subscribing again.
 */
async function forgetKey(unit: UnitOfWork, companyId: number, keyId: number): Promise<void> {
  await unit.revocations.keep(companyId, keyId);
  await unit.rights.remove(companyId, keyId);
  // Their deliveries, of which there may be very many, are given up later: until this is committed, nobody
  // knows whose rights have changed.
  await unit.endpoints.removeOfKey(companyId, keyId);
}
