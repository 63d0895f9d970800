import { effectiveScopes, type Plan, type Scope } from '@svc/contracts';
import type { ReceivedEvent } from '@svc/messaging';
import type { Unit } from '../persistence/transaction';
import { removeEndpoint } from '../use-cases/stop-endpoint';

interface CompanyData {
  readonly timezone: string;
  readonly country: string;
  readonly plan: Plan;
}

/**
 * What the gateway's changes mean here: a company's zone and plan and a key's scopes are kept, and a
 * revoked key's subscriptions go.
 */
export async function followGateway(unit: Unit, event: ReceivedEvent): Promise<void> {
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
    // In the order of their ids, as by everybody who locks several.
    for (const { id } of subscriptions) {
      const endpoint = await unit.endpoints.lockIfThere(companyId, id);
      if (endpoint) await removeEndpoint(unit, endpoint);
    }
  }
}
