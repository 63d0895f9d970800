import { DomainError, invalidField } from '@svc/contracts';
import type { WebhookEndpoint, ManagedEndpoint } from '../domain/endpoint';
import type { UnitOfWork } from '../persistence/transaction';

/** The dashboard displays subscriptions, but only the API changes them. */
export function requireDashboard(endpoint: ManagedEndpoint): ManagedEndpoint {
  if (endpoint.managedBy === 'dashboard') return endpoint;
  throw new DomainError(
    'validation_failed',
    `Subscription ${endpoint.id} belongs to an API key, and only that key can change it.`,
  );
}

/** Returns a text that says why the endpoint receives nothing, if so. */
export async function lockIfReceiving(
  { endpoints }: UnitOfWork,
  companyId: number,
  id: number,
): Promise<WebhookEndpoint | string> {
  const endpoint = await endpoints.lockIfThere(companyId, id);
  if (!endpoint) return 'does not exist any more';
  if ((await endpoints.findLackingRights(companyId, [id])).has(id))
    return 'is paused until its key has the rights for its events';
  return endpoint.isOn ? endpoint : 'is off; turn it on first';
}

export async function requireReceiving(
  unit: UnitOfWork,
  companyId: number,
  id: number,
): Promise<WebhookEndpoint> {
  const found = await lockIfReceiving(unit, companyId, id);
  if (typeof found !== 'string') return found;
  throw invalidField('id', `Webhook endpoint ${id} ${found}.`);
}
