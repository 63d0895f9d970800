import type { DomainEvent, EndpointTrouble, EventType, OffReason } from '@svc/contracts';
import type { LastingEndpoint } from './endpoint';

/** An endpoint as the dashboard, which tells people of it, has to know it. */
export interface AnnouncedEndpoint extends LastingEndpoint {
  /** The company whose sandbox its company is; null where it is none. */
  readonly sandboxOf: number | null;
}

/** Announces that a delivery has failed; the dashboard then notifies Owner and Managers. */
export const endpointFailing = (endpoint: AnnouncedEndpoint, at: Date): DomainEvent =>
  announce('webhook.endpoint_failing', endpoint, { at, reason: null });

/** The same for an endpoint that was switched off, but not by them. */
export const endpointOff = (
  endpoint: AnnouncedEndpoint,
  reason: OffReason,
  at: Date,
): DomainEvent => announce('webhook.endpoint_off', endpoint, { at, reason });

function announce(
  type: EventType,
  { companyId, sandboxOf, id, version, url, managedBy }: AnnouncedEndpoint,
  { at, reason }: { readonly at: Date; readonly reason: OffReason | null },
): DomainEvent {
  const { origin, pathname } = new URL(url);
  const data: EndpointTrouble = {
    url: `${origin}${pathname}`,
    managed_by: managedBy,
    reason,
    ...(sandboxOf !== null && { sandbox_of: sandboxOf }),
  };
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
