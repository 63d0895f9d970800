import type { DomainEvent, EndpointTrouble, EventType, OffReason } from '@svc/contracts';
import type { Endpoint } from './endpoint';

/** Announces that a delivery has failed; the dashboard then notifies Owner and Managers. */
export const endpointFailing = (endpoint: Endpoint, at: Date): DomainEvent =>
  announce('webhook.endpoint_failing', endpoint, { at, reason: null });

/** The same for an endpoint that was switched off, but not by them. */
export const endpointOff = (endpoint: Endpoint, reason: OffReason, at: Date): DomainEvent =>
  announce('webhook.endpoint_off', endpoint, { at, reason });

function announce(
  type: EventType,
  { companyId, id, version, url, managedBy }: Endpoint,
  { at, reason }: { readonly at: Date; readonly reason: OffReason | null },
): DomainEvent {
  const { origin, pathname } = new URL(url);
  const data: EndpointTrouble = { url: `${origin}${pathname}`, managed_by: managedBy, reason };
  return {
    type,
    companyId,
    recordId: id,
    version,
    occurredAt: at,
    actor: 'scheduled',
    data: { ...data },
  };
}
