import { DomainError } from '@svc/contracts';
import type { Endpoint, LastingEndpoint } from '../domain/endpoint';
import type { UnitOfWork } from '../persistence/transaction';

/**
 * The dashboard displays subscriptions, but only the API changes them. @throws validation_failed
 */
export function requireDashboard(endpoint: LastingEndpoint): LastingEndpoint {
  if (endpoint.managedBy === 'dashboard') return endpoint;
  throw new DomainError(
    'validation_failed',
    `Subscription ${endpoint.id} is managed by an API key.`,
  );
}

/** Returns a text that says why when the endpoint receives nothing. */
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

/** @throws validation_failed when the endpoint receives nothing */
export async function requireOn(
  unit: UnitOfWork,
  companyId: number,
  id: number,
): Promise<Endpoint> {
  const found = await lockIfOn(unit, companyId, id);
  if (typeof found !== 'string') return found;
  throw new DomainError('validation_failed', `Webhook endpoint ${id} ${found}.`);
}
