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

/** Locks an endpoint and says why nothing is sent to it; undefined where something is. */
export async function obstacleTo(
  { endpoints }: UnitOfWork,
  companyId: number,
  id: number,
): Promise<string | undefined> {
  const endpoint = await endpoints.lockIfThere(companyId, id);
  if (!endpoint) return 'does not exist any more';
  const isPaused = (await endpoints.pausedAmong(companyId, [id])).has(id);
  if (isPaused) return 'is paused';
  return endpoint.isOn ? undefined : 'is off';
}

/** Refuses an endpoint to which nothing is sent: it is off, paused or removed. */
export async function requireOn(
  unit: UnitOfWork,
  companyId: number,
  id: number,
): Promise<Endpoint> {
  const obstacle = await obstacleTo(unit, companyId, id);
  const endpoint = obstacle ? null : await unit.endpoints.lockIfThere(companyId, id);
  if (endpoint) return endpoint;
  throw new DomainError('validation_failed', `Webhook endpoint ${id} ${obstacle}.`);
}
