import type { OffReason } from '@svc/contracts';
import { switchedOff, type Endpoint, type LastingEndpoint } from '../domain/endpoint';
import { endpointOff } from '../domain/endpoint-notices';
import type { StoppedDelivery } from '../persistence/delivery-log';
import type { Transact, UnitOfWork } from '../persistence/transaction';

/** Switches an endpoint off and stops the deliveries that are still to be sent to it. */
export async function switchOff(
  { endpoints, deliveries }: UnitOfWork,
  endpoint: LastingEndpoint,
  at: Date,
): Promise<LastingEndpoint> {
  const off = switchedOff(endpoint, at);
  await endpoints.update(off);
  await deliveries.stop(off.companyId, off.id);
  return off;
}

/** Removes an endpoint or subscription; its deliveries stay in the log. */
export async function removeEndpoint(
  { endpoints, deliveries }: UnitOfWork,
  endpoint: Endpoint,
): Promise<void> {
  await deliveries.stop(endpoint.companyId, endpoint.id);
  await endpoints.remove(endpoint);
}

/** Stops the deliveries of an endpoint that was removed, is off or paused, if that is still so. */
export const stopDeliveries =
  (transact: Transact) =>
  (companyId: number, id: number): Promise<void> =>
    transact(async ({ endpoints, deliveries }) => {
      const endpoint = await endpoints.lockIfThere(companyId, id);
      const isPaused = (await endpoints.pausedAmong(companyId, [id])).has(id);
      if (!endpoint?.isOn || isPaused) await deliveries.stop(companyId, id);
    });

/** Stops a delivery whose endpoint has no right to its event, or had none when this happened. */
export const stopDelivery =
  (transact: Transact) =>
  (stopped: StoppedDelivery): Promise<void> =>
    transact(({ deliveries }) => deliveries.stopOne(stopped));

/** Stops an endpoint on the platform's own decision, and announces it. */
export async function stopFor(
  unit: UnitOfWork,
  endpoint: LastingEndpoint,
  { reason, at }: { readonly reason: OffReason; readonly at: Date },
): Promise<void> {
  // A subscription belongs to the integrator: it is removed when its receiver answers 410.
  if (endpoint.managedBy === 'api' && reason === 'gone') return removeEndpoint(unit, endpoint);
  const off = await switchOff(unit, endpoint, at);
  const sandboxOf = await unit.companies.sandboxOf(off.companyId);
  await unit.outbox.append([endpointOff({ ...off, sandboxOf }, reason, at)]);
}
