import type { ReceivedEvent } from '@svc/messaging';
import type { Unit } from '../persistence/transaction';
import { removeEndpoint } from '../use-cases/stop-endpoint';

/** What the gateway's changes mean here: a revoked key's subscriptions go, a company's zone is kept. */
export async function followGateway(unit: Unit, event: ReceivedEvent): Promise<void> {
  const { companyId, recordId, version, data } = event;
  if (event.type === 'company.changed') {
    const { timezone, country } = data as { timezone: string; country: string };
    await unit.companies.keep({ companyId, zone: timezone, country, version });
  }
  if (event.type === 'key.revoked') {
    await unit.endpoints.lockName(`subscriptions of key ${recordId}`);
    await unit.revocations.keep(companyId, recordId);
    const subscriptions = await unit.endpoints.find({ companyId, keyId: recordId });
    // In the order of their ids, as by everybody who locks several.
    for (const { id } of subscriptions) {
      const endpoint = await unit.endpoints.lockIfThere(companyId, id);
      if (endpoint) await removeEndpoint(unit, endpoint);
    }
  }
}
