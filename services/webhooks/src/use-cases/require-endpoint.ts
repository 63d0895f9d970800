import { DomainError } from '@svc/contracts';
import type { Endpoint, LastingEndpoint } from '../domain/endpoint';
import type { UnitOfWork } from '../persistence/transaction';

/** Refuses a subscription of an API key: the dashboard shows it, and only the API changes it. */
export function requireDashboard(endpoint: LastingEndpoint): LastingEndpoint {
  if (endpoint.managedBy === 'dashboard') return endpoint;
  throw new DomainError(
    'validation_failed',
    `Subscription ${endpoint.id} is managed by an API key.`,
  );
}

/** Locks an endpoint to which something is sent; a text says why nothing is. */
export async function lockIfOn(
  { endpoints }: UnitOfWork,
  companyId: number,
  id: number,
): Promise<Endpoint | string> {
  const endpoint = await endpoints.lockIfThere(companyId, id);
  if (!endpoint) return 'does not exist any more';
  if ((await endpoints.pausedAmong(companyId, [id])).has(id)) return 'is paused';
  return endpoint.isOn ? endpoint : 'is off';
}

/** Refuses an endpoint to which nothing is sent: it is off, paused or removed. */
export async function requireOn(
  unit: UnitOfWork,
  companyId: number,
  id: number,
): Promise<Endpoint> {
  const found = await lockIfOn(unit, companyId, id);
  if (typeof found !== 'string') return found;
  throw new DomainError('validation_failed', `Webhook endpoint ${id} ${found}.`);
}
