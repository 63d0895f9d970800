import { DomainError } from '@svc/contracts';
import type { Endpoint } from '../domain/endpoint';
import type { UnitOfWork } from '../persistence/transaction';

/** Refuses a subscription of an API key: the dashboard shows it, and only the API changes it. */
export function requireDashboard(endpoint: Endpoint): Endpoint {
  if (endpoint.managedBy === 'dashboard') return endpoint;
  throw new DomainError(
    'validation_failed',
    `Subscription ${endpoint.id} is managed by an API key.`,
  );
}

/** Refuses an endpoint to which nothing is sent: it is off, paused or removed. */
export async function requireOn(
  { endpoints }: UnitOfWork,
  companyId: number,
  id: number,
): Promise<void> {
  const endpoint = await endpoints.lockIfThere(companyId, id);
  const isPaused = (await endpoints.pausedAmong(companyId, [id])).has(id);
  if (endpoint?.isOn && !isPaused) return;
  const state = endpoint ? `is ${isPaused ? 'paused' : 'off'}` : 'does not exist any more';
  throw new DomainError('validation_failed', `Webhook endpoint ${id} ${state}.`);
}
