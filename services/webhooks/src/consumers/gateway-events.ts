import { effectiveScopes, type Plan, type Scope } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import type { UnitOfWork } from '../persistence/transaction';
import { removeEndpoint } from '../use-cases/stop-endpoint';

interface CompanyData {
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
}

/**
 * Follows the gateway's changes: keeps each company's zone and plan and each key's scopes, and removes
 * the subscriptions of a revoked key.
 */
export async function followGateway(unit: UnitOfWork, event: ReceivedEvent): Promise<void> {
  const { companyId, recordId, version, occurredAt: at, data } = event;
  if (event.type === 'company.changed') {
    const { timezone: zone, country, plan } = data as unknown as CompanyData;
    await unit.companies.keep({ companyId, zone, country, plan, version, at });
  }
  if (event.type === 'key.created' || event.type === 'key.changed') {
    const scopes = effectiveScopes(data['scopes'] as readonly Scope[]);
    await unit.rights.keep({ companyId, keyId: recordId, scopes, version, at });
  }
  if (event.type === 'key.revoked') {
    await unit.endpoints.lockName(`subscriptions of key ${recordId}`);
    await unit.revocations.keep(companyId, recordId);
    await unit.rights.remove(companyId, recordId);
    const subscriptions = await unit.endpoints.find({ companyId, keyId: recordId });
    // In the order of their ids, as everywhere that several are locked.
    for (const { id } of subscriptions) {
      const endpoint = await unit.endpoints.lockIfThere(companyId, id);
      if (endpoint) await removeEndpoint(unit, endpoint);
    }
  }
}
