import type { OffReason } from '@svc/contracts';
import { deactivate, type WebhookEndpoint, type ManagedEndpoint } from '../domain/endpoint';
import { createOffNotice } from '../domain/endpoint-notices';
import type { UnitOfWork } from '../persistence/transaction';

export async function switchEndpointOff(
  { endpoints, deliveries }: UnitOfWork,
  endpoint: ManagedEndpoint,
  at: Date,
): Promise<ManagedEndpoint> {
  const off = deactivate(endpoint, at);
  await endpoints.update(off);
  await deliveries.stop(off.companyId, off.id);
  return off;
}

/** The deliveries stay in the log. */
export async function removeEndpoint(
  { endpoints, deliveries }: UnitOfWork,
  endpoint: WebhookEndpoint,
): Promise<void> {
  await deliveries.stop(endpoint.companyId, endpoint.id);
  await endpoints.remove(endpoint);
}

export async function stopAndAnnounce(
  unit: UnitOfWork,
  endpoint: ManagedEndpoint,
  { reason, at }: { readonly reason: OffReason; readonly at: Date },
): Promise<void> {
  // A subscription belongs to the integrator, who removes it by responding with 410.
  if (endpoint.managedBy === 'api' && reason === 'gone') return removeEndpoint(unit, endpoint);
  const off = await switchEndpointOff(unit, endpoint, at);
  const sandboxOf = await unit.companies.sandboxOf(off.companyId);
  await unit.outbox.append([createOffNotice({ ...off, sandboxOf }, reason, at)]);
}
