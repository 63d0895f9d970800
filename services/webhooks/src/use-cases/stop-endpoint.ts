import { switchedOff, type Endpoint, type OffReason } from '../domain/endpoint';
import { noticeEvent, offNotice } from '../domain/endpoint-notices';
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

/** Stops an endpoint for a reason that its company has to be told. */
export async function stopFor(
  unit: Unit,
  endpoint: Endpoint,
  { reason, at }: { readonly reason: OffReason; readonly at: Date },
): Promise<void> {
  // A subscription is the integrator's own: it is gone when its receiver says so.
  if (endpoint.managedBy === 'api') return removeEndpoint(unit, endpoint);
  const off = await switchOff(unit, endpoint, at);
  const notice = offNotice(off, reason, at);
  await unit.notices.keep(notice);
  await unit.outbox.append([noticeEvent(off, notice)]);
}
