import type { OffReason } from '@svc/contracts';
import { switchedOff, type Endpoint } from '../domain/endpoint';
import { endpointOff } from '../domain/endpoint-notices';
import type { Unit } from '../persistence/transaction';

/** Switches an endpoint off and gives up what is still to be sent to it. */
export async function switchOff(
  { endpoints, log }: Unit,
  endpoint: Endpoint,
  at: Date,
): Promise<Endpoint> {
  const off = switchedOff(endpoint, at);
  await endpoints.update(off);
  await log.stop(off.companyId, off.id);
  return off;
}

/** Removes an endpoint or subscription; its deliveries stay in the log. */
export async function removeEndpoint({ endpoints, log }: Unit, endpoint: Endpoint): Promise<void> {
  await log.stop(endpoint.companyId, endpoint.id);
  await endpoints.remove(endpoint);
}

/** Stops an endpoint without anybody having asked for it, and says so. */
export async function stopFor(
  unit: Unit,
  endpoint: Endpoint,
  { reason, at }: { readonly reason: OffReason; readonly at: Date },
): Promise<void> {
  // A subscription is the integrator's own: it is gone when its receiver says so.
  if (endpoint.managedBy === 'api') return removeEndpoint(unit, endpoint);
  const off = await switchOff(unit, endpoint, at);
  await unit.outbox.append([endpointOff(off, reason, at)]);
}
